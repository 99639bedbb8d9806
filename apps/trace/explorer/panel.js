// The panel of one step: what it does, where the text says so, and the state after it. And what the reader chooses: a trace, a step, a block, a thread, a message.

// ---- one step ----

function address(step) { return `#${number ? `trace-${number + 1}-` : ''}step-${step}`; }

/// `how`: "stepped" by the reader, so all of it comes into sight; "opened", where the reader begins with the reason above; "redrawn".
function go(step, how = 'stepped') {
  at = Math.min(trace.steps.length, Math.max(0, step));
  show();
  if (how === 'stepped') history.replaceState(null, '', address(at)), $('walk').scrollIntoView({block: 'nearest'});
  if (at) reveal(layout.rows[at - 1], how !== 'stepped');
  else $('chart').scrollTop = 0;
}

function show() {
  const kept = chosen();
  layout.rows.forEach((row, i) => {
    row.classList.toggle('now', i + 1 === at);
    if (i + 1 === at) row.setAttribute('aria-current', 'step');
    else row.removeAttribute('aria-current');
    row.classList.toggle('later', i + 1 > at);
    row.classList.toggle('faded', kept !== null && !kept.steps.has(i));
  });
  const step = at ? trace.steps[at - 1] : null;
  for (const {groups, m} of layout.messages)
    for (const group of groups) {
      group.classList.toggle('on', (step !== null && (step.receives === m.id || step.sends.includes(m.id))) || (followed !== null && followed.message === m.id));
      group.classList.toggle('later', m.sent > at);
      group.classList.toggle('faded', kept !== null && !kept.messages.has(m.id));
    }
  for (const b of $('blocks').querySelectorAll('button')) b.setAttribute('aria-pressed', b.dataset.word === block);
  for (const b of $('threads').querySelectorAll('button')) b.setAttribute('aria-pressed', followed !== null && b.dataset.word === followed.thread);
  $('changes').setAttribute('aria-pressed', changesOnly);
  $('clear').hidden = kept === null;
  $('at').textContent = at ? `step ${at} of ${trace.steps.length}` : 'start';
  panel(step);
}

function panel(step) {
  const side = $('side');
  const ticks = trace.steps.slice(0, at).filter(s => s.node === null).length, passes = trace.steps.some(s => s.node === null);
  side.replaceChildren(element('h2', {}, step ? `${at}. ${step.event}` : 'The initial state'));
  side.scrollTop = 0;
  if (step && step.outcomes.length) side.append(element('div', {class: 'outcomes'}, step.outcomes.join(', ')));
  for (const place of (step && step.source) || []) side.append(source(place));
  if (passes) side.append(element('div', {class: 'outcomes'}, `physical time: ${ticks} ${ticks === 1 ? 'tick has' : 'ticks have'} passed`));
  const done = step ? [...step.sends.map(m => `sends ${trace.messages[m].text} to ${trace.messages[m].to}`), ...step.seen, ...(step.error ? [`Error: ${step.error}`] : [])] : [];
  if (done.length) side.append(element('ul', {}, ...done.map(d => element('li', {}, d))));
  const state = states[at], before = states[Math.max(0, at - 1)];
  const shown = path => block === null || !blocksIn(path.replace(/[.\[\]]/g, ' ')).some(b => b !== block);
  const inOrder = Object.keys(state).sort((a, b) => step ? (b === step.node) - (a === step.node) : 0);  // whose step it is comes first
  for (const node of inOrder) {
    const now = leaves(state[node]), old = new Map(leaves(before[node])), rows = [];
    for (const [path, value] of now)
      if (shown(path)) {
        if (old.get(path) !== value) rows.push(row(path, old.has(path) ? [value, ' ', element('del', {}, old.get(path))] : [value], 'new'));
        else if (!changesOnly || !step) rows.push(row(path, [value], ''));
      }
    const here = new Set(now.map(([path]) => path));
    for (const [path, value] of old) if (!here.has(path) && shown(path)) rows.push(row(path, [element('del', {}, value)], 'new'));
    if (rows.length) side.append(element('table', {'data-node': node}, element('caption', {}, node), element('tbody', {}, ...rows)));
  }
  const flying = trace.messages.filter(m => m.sent <= at && (m.received === null || m.received > at) && (block === null || !m.blocks.length || m.blocks.includes(block)));
  if (flying.length) side.append(element('h2', {}, 'On their way'), element('ul', {class: 'on-its-way'}, ...flying.map(m => element('li', {}, `${m.from} to ${m.to}: ${m.text}`))));
}
function row(path, value, kind) { return element('tr', {class: kind}, element('th', {scope: 'row'}, path), element('td', {}, ...value)); }

/// Lines of a handler, without the indent that all have. What does not fit into a line goes on in the next, further in.
function source(place) {
  const indent = text => text.length - text.trimStart().length, common = Math.min(...place.text.filter(t => t.trim()).map(indent));
  const lines = place.text.map((text, i) => element('div', {class: place.first + i === place.line ? 'line here' : 'line'}, element('span', {class: 'number'}, String(place.first + i)),
    element('code', {style: `padding-left: ${Math.max(0, indent(text) - common) + 2}ch`}, text.trim())));
  return element('details', {class: 'source', open: ''}, element('summary', {}, `${place.file}:${place.line}`), ...lines);
}

// ---- what the reader chooses ----

function fill(group, words, chosen, pressed = () => false) {
  group.hidden = words.length === 0;
  group.querySelectorAll('button').forEach(b => b.remove());
  words.forEach((word, i) => group.append(element('button', {'aria-pressed': pressed(i), 'data-word': word, onclick: () => chosen(word, i)}, word)));
}

/// Words in which "step 7", "steps 3 and 5" and "steps 22 to 31" lead there.
function withLinks(text) {
  return text.split(/([Ss]teps? \d+(?:(?:, | and | to )\d+)*)/).flatMap(part => !/^[Ss]teps? \d/.test(part) ? [part] :
    part.split(/(\d+)/).map(piece => /^\d+$/.test(piece) ? element('a', {href: address(+piece), 'data-step': piece, onclick: e => (e.preventDefault(), go(+piece))}, piece) : piece));
}

function open(n, step = null) {
  take(n);
  fill($('traces'), file.traces.length > 1 ? file.traces.map(t => `${t.property}, ${t.steps.length} step${t.steps.length === 1 ? '' : 's'}`) : [], (_, i) => open(i), i => i === n);
  $('property').textContent = trace.property;
  $('verdict').textContent = trace.verdict || 'refuted';
  document.body.classList.toggle('calm', /^(shown|explained)$/.test(trace.verdict || ''));
  const loops = trace.repeats_from !== null;
  $('steps-in-all').textContent = `${trace.steps.length} step${trace.steps.length === 1 ? '' : 's'}${trace.shortest ? ', the fewest' : ''}${loops ? `, of which those from ${trace.repeats_from} repeat forever` : ''}`;
  $('why-text').replaceChildren(...withLinks(trace.why || ''));
  $('says').textContent = trace.sentence ? `${/^(shown|explained|refused|undecided)/.test(trace.verdict || '') ? 'This is' : 'The property:'} ${trace.sentence}.` : '';
  fill($('blocks'), trace.blocks.length > 1 ? trace.blocks : [], b => { block = block === b ? null : b; show(); });
  const threads = [...new Set(trace.steps.flatMap(s => [...s.threads]))].sort();
  fill($('threads'), threads, t => { followed = followed && followed.thread === t ? null : {thread: t}; show(); });
  $('steps').replaceChildren(...trace.steps.map(s => element('li', {}, `${s.event}${s.outcomes.length ? ` (${s.outcomes.join(', ')})` : ''}`)));
  draw();
  if (step === null) go(trace.witnesses.length ? trace.witnesses[trace.witnesses.length - 1] : trace.steps.length, 'opened');
  else go(step);
}

/// Goes to the step that the page's address names. False where it names none.
function follow(hash) {
  const named = /^#(?:trace-(\d+)-)?step-(\d+)$/.exec(hash), n = named && named[1] ? +named[1] - 1 : 0;
  if (!named || !file.traces[n] || +named[2] > file.traces[n].steps.length) return false;
  if (!trace || n !== number) open(n, +named[2]);
  else go(+named[2]);
  return true;
}

// ---- keys and buttons ----

function clear() { block = followed = null; show(); }
function cycle(words, now) { return words.length ? words[(words.indexOf(now) + 1) % (words.length + 1)] ?? null : null; }
const keys = {
  ArrowRight: () => go(at + 1), ArrowLeft: () => go(at - 1), ArrowDown: () => go(at + 1), ArrowUp: () => go(at - 1), j: () => go(at + 1), k: () => go(at - 1),
  Home: () => go(0), End: () => go(trace.steps.length), Escape: clear,
  b: () => { block = trace.blocks.length > 1 ? cycle(trace.blocks, block) : null; show(); },
  c: () => { changesOnly = !changesOnly; show(); },
  w: () => { const later = trace.witnesses.filter(s => s > at); go(later.length ? later[0] : trace.witnesses[0] || trace.steps.length); },
  m: () => { const s = at ? trace.steps[at - 1] : null, own = s ? [...(s.receives === null ? [] : [s.receives]), ...s.sends] : []; const next = cycle(own, followed ? followed.message : null); followed = next === null || next === undefined ? null : {message: next}; show(); },
  t: () => { const next = cycle([...$('threads').querySelectorAll('button')].map(b => b.dataset.word), followed ? followed.thread : null); followed = next ? {thread: next} : null; show(); },
};
document.addEventListener('keydown', e => {
  if (e.ctrlKey || e.metaKey || e.altKey || !keys[e.key]) return;
  e.preventDefault();
  keys[e.key]();
});
$('back').addEventListener('click', () => go(at - 1));
$('on').addEventListener('click', () => go(at + 1));
$('changes').addEventListener('click', keys.c);
$('clear').addEventListener('click', clear);
let drawnFor = 0;
addEventListener('resize', () => { if ($('chart').clientWidth !== drawnFor) drawnFor = $('chart').clientWidth, draw(), go(at, 'redrawn'); });
addEventListener('hashchange', () => follow(location.hash));

$('system').textContent = file.system;
if (!follow(location.hash)) open(0);
