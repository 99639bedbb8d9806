// The trace explorer. The record (docs/trace.schema.json) stands in the page; everything that is shown is made of it here.
'use strict';
const file = JSON.parse(document.getElementById('record').textContent);
const $ = id => document.getElementById(id);
const SVG = 'http://www.w3.org/2000/svg';
let trace, at = 0, block = null, followed = null, layout = null, states = [];

function element(name, attributes, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) key === 'class' ? node.className = value : key.startsWith('on') ? node.addEventListener(key.slice(2), value) : node.setAttribute(key, value);
  node.append(...children);
  return node;
}
function drawn(name, attributes, parent, text) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes || {})) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  if (parent) parent.append(node);
  return node;
}
const measuring = document.createElement('canvas').getContext('2d');
function width(text, font) {
  measuring.font = font;
  return measuring.measureText(text).width;
}

// ---- the run ----

/// The leaves of a tree of fields, as [path, value].
function leaves(tree, path = '', out = []) {
  if (tree === null || typeof tree !== 'object') out.push([path, tree === true ? 'yes' : tree === false ? 'no' : String(tree)]);
  else if (Array.isArray(tree)) tree.forEach((item, i) => leaves(item, `${path}[${i}]`, out));
  else for (const [key, item] of Object.entries(tree)) leaves(item, path ? `${path}.${key}` : key, out);
  return out;
}

/// The blocks that a text or a path of a field names, as words of their own.
function blocksIn(text) { return trace.blocks.filter(b => new RegExp(`(^|[^A-Za-z0-9_])${b}($|[^A-Za-z0-9_])`).test(text)); }

function threadOf(step) { return step.node !== null && step.thread !== null ? `${step.node} ${step.label.split(' ')[0]}` : null; }

function open(number) {
  trace = file.traces[number];
  block = followed = null;
  states = [trace.start];
  const names = {};
  for (const step of trace.steps) {
    states.push({...states[states.length - 1], ...step.states});
    const said = step.label + ' ' + step.changes.map(c => c.field).join(' ');
    step.blocks = new Set([...blocksIn(said), ...[step.receives, ...step.sends].filter(m => m !== null).flatMap(m => trace.messages[m].blocks)]);
    step.threads = new Set();
    const own = threadOf(step);
    if (own) step.threads.add(own), names[`${step.node} ${step.thread}`] = own;
  }
  for (const step of trace.steps)
    for (const of of step.seen_of) step.threads.add(names[`${of.node} ${of.thread}`] || `${of.node} thread ${of.thread}`);
  $('property').textContent = trace.property;
  $('verdict').textContent = trace.verdict || 'refuted';
  document.body.classList.toggle('calm', trace.verdict === 'shown');
  const loops = trace.repeats_from !== null;
  $('steps-in-all').textContent = `${trace.steps.length} step${trace.steps.length === 1 ? '' : 's'}${trace.shortest ? ', the fewest' : ''}${loops ? `, of which those from ${trace.repeats_from} repeat forever` : ''}`;
  const why = $('why-text');
  why.textContent = '';
  for (const part of (trace.why || '').split(/(steps? \d+(?:(?:, | and )\d+)*)/)) {
    if (!/^steps? \d/.test(part)) why.append(part);
    else for (const piece of part.split(/(\d+)/)) why.append(/^\d+$/.test(piece) ? element('a', {href: '#', 'data-step': piece, onclick: e => (e.preventDefault(), go(+piece))}, piece) : piece);
  }
  $('says').textContent = trace.sentence ? `${/^shown/.test(trace.verdict || '') ? 'This is' : 'The property:'} ${trace.sentence}.` : '';
  fill($('blocks'), trace.blocks.length > 1 ? trace.blocks : [], b => { block = block === b ? null : b; show(); });
  const threads = [...new Set(trace.steps.flatMap(s => [...s.threads]))].sort();
  fill($('threads'), threads, t => { followed = followed && followed.thread === t ? null : {thread: t}; show(); });
  $('steps').replaceChildren(...trace.steps.map(s => element('li', {}, `${s.event}${s.outcomes.length ? ` (${s.outcomes.join(', ')})` : ''}`)));
  draw();
  go(trace.witnesses.length ? trace.witnesses[trace.witnesses.length - 1] : trace.steps.length, false);
}

function fill(group, words, chosen) {
  group.hidden = words.length === 0;
  group.querySelectorAll('button').forEach(b => b.remove());
  for (const word of words) group.append(element('button', {'aria-pressed': 'false', 'data-word': word, onclick: () => chosen(word)}, word));
}

// ---- who belongs together ----

/// The messages that lead to one and that it leads to, of the same block.
function transaction(ids) {
  const together = new Set(ids), waiting = [...ids];
  const add = (m, like) => {
    const same = !like.blocks.length || !trace.messages[m].blocks.length || trace.messages[m].blocks.some(b => like.blocks.includes(b));
    if (same && !together.has(m)) together.add(m), waiting.push(m);
  };
  while (waiting.length) {
    const message = trace.messages[waiting.pop()];
    if (message.received) trace.steps[message.received - 1].sends.forEach(m => add(m, message));
    const before = message.sent ? trace.steps[message.sent - 1].receives : null;
    if (before !== null) add(before, message);
  }
  return together;
}

/// The steps and messages that are shown in full: {steps, messages}, or null for all.
function chosen() {
  let steps = new Set(trace.steps.keys()), messages = new Set(trace.messages.map(m => m.id));
  if (block === null && followed === null) return null;
  if (block !== null) {
    steps = new Set([...steps].filter(i => trace.steps[i].blocks.size === 0 || trace.steps[i].blocks.has(block)));
    messages = new Set([...messages].filter(m => !trace.messages[m].blocks.length || trace.messages[m].blocks.includes(block)));
  }
  if (followed) {
    const own = followed.thread ? new Set([...trace.steps.keys()].filter(i => trace.steps[i].threads.has(followed.thread))) : new Set();
    const start = followed.thread ? [...own].filter(i => trace.steps[i].thread !== null).flatMap(i => trace.steps[i].sends) : [followed.message];
    const together = transaction(start);
    for (const m of together) {
      const message = trace.messages[m];
      if (message.sent) own.add(message.sent - 1);
      if (message.received) own.add(message.received - 1);
    }
    steps = new Set([...steps].filter(i => own.has(i)));
    messages = new Set([...messages].filter(m => together.has(m)));
  }
  return {steps, messages};
}

// ---- the chart ----

const FONT = '"DejaVu Sans", system-ui, sans-serif';
const shortLabel = message => [message.kind, ...message.blocks].join(' ');

function draw() {
  const lanes = trace.nodes.length, step = trace.steps;
  const boxes = step.map((s, i) => ({text: `${i + 1}  ${s.label}`, outcome: s.outcomes.join(', ')}));
  for (const box of boxes) box.width = 16 + Math.max(width(box.text, `12px ${FONT}`), width(box.outcome, `10.5px ${FONT}`));
  const room = $('chart').clientWidth - 20;
  const half = lane => Math.max(40, ...step.map((s, i) => trace.nodes.indexOf(s.node) === lane ? boxes[i].width / 2 + 8 : 0));
  const left = half(0), right = half(lanes - 1);
  // A message's words stand beside the lane that it leaves, on the way to the other: in full where there is room.
  const labelled = trace.messages.filter(m => m.sent);
  const need = label => Math.max(0, ...labelled.map(m => width(label(m), `bold 11px ${FONT}`) + 24));
  const gap = Math.max(need(shortLabel), lanes > 1 ? (room - left - right) / (lanes - 1) : 0, 110);
  const x = node => left + gap * trace.nodes.indexOf(node);
  const total = Math.max(left + gap * (lanes - 1) + right, 200);
  const label = m => {
    const goes = x(m.to) > x(m.from) ? total - x(m.from) : x(m.from);
    return width(m.label, `bold 11px ${FONT}`) + 16 < goes ? m.label : shortLabel(m);
  };
  let y = 40;
  const top = [];
  step.forEach((s, i) => {
    if (trace.repeats_from === i + 1) y += 18;
    top.push(y);
    y += (boxes[i].outcome ? 34 : 22) + 17 * s.sends.length + 9;
  });
  const bottom = y + 4;
  const height = i => boxes[i].outcome ? 34 : 22;
  const svg = drawn('svg', {width: total, height: bottom + 10, viewBox: `0 0 ${total} ${bottom + 10}`, role: 'img', 'aria-label': `message sequence chart of ${step.length} steps`, 'font-family': FONT});
  for (const node of trace.nodes) {
    drawn('line', {class: 'lane', x1: x(node), x2: x(node), y1: 26, y2: bottom}, svg);
    drawn('text', {class: 'lane-name', x: x(node), y: 18, 'text-anchor': 'middle'}, svg, node);
  }
  if (trace.repeats_from !== null && trace.repeats_from <= step.length) {
    const line = top[trace.repeats_from - 1] - 8;
    drawn('line', {class: 'loop', x1: 4, x2: total - 4, y1: line, y2: line}, svg);
    drawn('text', {class: 'loop-text', x: 6, y: line - 4}, svg, 'from here on the steps repeat forever');
  }
  const arrows = trace.messages.map(m => {
    const sender = m.sent ? step[m.sent - 1] : null;
    const y1 = sender ? top[m.sent - 1] + height(m.sent - 1) + 17 * sender.sends.indexOf(m.id) + 16 : 30;  // below its words
    const way = x(m.to) > x(m.from) ? 1 : -1;
    let x2 = x(m.to), y2 = bottom;
    if (m.received) {
      y2 = top[m.received - 1] + 11;
      x2 -= way * boxes[m.received - 1].width / 2;
      if ((x2 - x(m.from)) * way < 12) x2 = x(m.to), y2 = top[m.received - 1];  // the box reaches beyond the other lane
    } else x2 = x(m.from) + (x2 - x(m.from)) * Math.min(1, Math.max(.25, (bottom - y1) / 200));
    const group = drawn('g', {class: m.received ? 'message' : 'message pending', tabindex: 0, 'data-message': m.id, role: 'button'}, svg);
    drawn('title', {}, group, `${m.text}\n${m.from} to ${m.to}; ${m.sent ? 'sent in step ' + m.sent : 'on its way at the start'}, ${m.received ? 'received in step ' + m.received : 'on its way at the end'}`);
    drawn('line', {class: 'wide', x1: x(m.from), y1, x2, y2}, group);
    drawn('line', {class: 'seen', x1: x(m.from), y1, x2, y2}, group);
    const turn = Math.atan2(y2 - y1, x2 - x(m.from)), corner = a => `${x2 - 8 * Math.cos(turn + a)},${y2 - 8 * Math.sin(turn + a)}`;
    if (m.received) drawn('polygon', {points: `${x2},${y2} ${corner(.42)} ${corner(-.42)}`}, group);
    const choose = () => { followed = followed && followed.message === m.id ? null : {message: m.id}; show(); };
    group.addEventListener('click', choose);
    group.addEventListener('keydown', e => { if (e.key === 'Enter' || e.key === ' ') e.preventDefault(), choose(); });
    return {group, m, way, y1};
  });
  // Words go over the lines of all messages.
  for (const {group, m, way, y1} of arrows)
    if (m.sent) svg.append(group), drawn('text', {x: x(m.from) + way * 8, y: y1 - 4, 'text-anchor': way > 0 ? 'start' : 'end'}, group, label(m));
  const rows = step.map((s, i) => {
    const kind = trace.witnesses.includes(i + 1) ? 'step witness' : 'step';
    const middle = s.node === null ? total / 2 : x(s.node);
    const group = drawn('g', {class: kind, 'data-step': i + 1}, svg);
    drawn('title', {}, group, s.event + (kind === 'step' ? '' : '\nWhat is wrong rests on this step.'));
    drawn('rect', {x: middle - boxes[i].width / 2, y: top[i], width: boxes[i].width, height: height(i)}, group);
    drawn('text', {x: middle, y: top[i] + 15, 'text-anchor': 'middle'}, group, boxes[i].text);
    if (boxes[i].outcome) drawn('text', {class: 'outcome', x: middle, y: top[i] + 28, 'text-anchor': 'middle'}, group, boxes[i].outcome);
    group.addEventListener('click', () => go(i + 1));
    return group;
  });
  $('chart').replaceChildren(svg);
  layout = {rows, arrows, top};
}

// ---- one step ----

function go(step, scroll = true) {
  at = Math.min(trace.steps.length, Math.max(0, step));
  show();
  const row = at ? layout.rows[at - 1] : null;
  if (scroll && row) row.scrollIntoView({block: 'nearest', inline: 'nearest'});
  else if (scroll) $('chart').scrollIntoView({block: 'nearest'});
}

function show() {
  const kept = chosen();
  layout.rows.forEach((row, i) => {
    row.classList.toggle('now', i + 1 === at);
    row.classList.toggle('later', i + 1 > at);
    row.classList.toggle('faded', kept !== null && !kept.steps.has(i));
  });
  const step = at ? trace.steps[at - 1] : null;
  for (const {group, m} of layout.arrows) {
    group.classList.toggle('on', (step !== null && (step.receives === m.id || step.sends.includes(m.id))) || (followed !== null && followed.message === m.id));
    group.classList.toggle('later', m.sent > at);
    group.classList.toggle('faded', kept !== null && !kept.messages.has(m.id));
  }
  for (const b of $('blocks').querySelectorAll('button')) b.setAttribute('aria-pressed', b.dataset.word === block);
  for (const b of $('threads').querySelectorAll('button')) b.setAttribute('aria-pressed', followed !== null && b.dataset.word === followed.thread);
  $('clear').hidden = kept === null;
  $('at').textContent = at ? `step ${at} of ${trace.steps.length}` : 'start';
  panel(step);
}

function panel(step) {
  const side = $('side');
  const ticks = trace.steps.slice(0, at).filter(s => s.node === null).length, passes = trace.steps.some(s => s.node === null);
  side.replaceChildren(element('h2', {}, step ? `${at}. ${step.event}` : 'The initial state'));
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
      if (shown(path)) rows.push(old.get(path) === value ? row(path, [value], '') : row(path, old.has(path) ? [value, ' ', element('del', {}, old.get(path))] : [value], 'new'));
    const here = new Set(now.map(([path]) => path));
    for (const [path, value] of old) if (!here.has(path) && shown(path)) rows.push(row(path, [element('del', {}, value)], 'new'));
    if (rows.length) side.append(element('table', {'data-node': node}, element('caption', {}, node), element('tbody', {}, ...rows)));
  }
  const flying = trace.messages.filter(m => m.sent <= at && (m.received === null || m.received > at) && (block === null || !m.blocks.length || m.blocks.includes(block)));
  if (flying.length) side.append(element('h2', {}, 'On their way'), element('ul', {class: 'on-its-way'}, ...flying.map(m => element('li', {}, `${m.from} to ${m.to}: ${m.text}`))));
}
function source(place) {
  const lines = place.text.map((text, i) => element('div', {class: place.first + i === place.line ? 'here' : ''}, `${String(place.first + i).padStart(4)}  ${text}`));
  return element('details', {class: 'source', open: ''}, element('summary', {}, `${place.file}:${place.line}`), ...(lines.length ? [element('pre', {}, ...lines)] : []));
}
function row(path, value, kind) { return element('tr', {class: kind}, element('th', {scope: 'row'}, path), element('td', {}, ...value)); }

// ---- keys and buttons ----

function clear() { block = followed = null; show(); }
function cycle(words, now) { return words.length ? words[(words.indexOf(now) + 1) % (words.length + 1)] ?? null : null; }
const keys = {
  ArrowRight: () => go(at + 1), ArrowLeft: () => go(at - 1), ArrowDown: () => go(at + 1), ArrowUp: () => go(at - 1), j: () => go(at + 1), k: () => go(at - 1),
  Home: () => go(0), End: () => go(trace.steps.length), Escape: clear,
  b: () => { block = trace.blocks.length > 1 ? cycle(trace.blocks, block) : null; show(); },
  w: () => { const later = trace.witnesses.filter(s => s > at); go(later.length ? later[0] : trace.witnesses[0] || trace.steps.length); },
  m: () => { const s = at ? trace.steps[at - 1] : null, own = s ? [...(s.receives === null ? [] : [s.receives]), ...s.sends] : []; const next = cycle(own, followed ? followed.message : null); followed = next === null || next === undefined ? null : {message: next}; show(); },
  t: () => { const next = cycle([...$('threads').querySelectorAll('button')].map(b => b.dataset.word), followed ? followed.thread : null); followed = next ? {thread: next} : null; show(); },
};
document.addEventListener('keydown', e => {
  if (e.ctrlKey || e.metaKey || e.altKey || e.target.tagName === 'SELECT' || !keys[e.key]) return;
  e.preventDefault();
  keys[e.key]();
});
$('back').addEventListener('click', () => go(at - 1));
$('on').addEventListener('click', () => go(at + 1));
$('clear').addEventListener('click', clear);
let drawnFor = 0;
addEventListener('resize', () => { if ($('chart').clientWidth !== drawnFor) drawnFor = $('chart').clientWidth, draw(), go(at, false); });

$('system').textContent = file.system;
const choice = $('trace');
choice.hidden = file.traces.length < 2;
file.traces.forEach((t, i) => choice.append(element('option', {value: i}, `${t.property}, ${t.steps.length} steps`)));
choice.addEventListener('change', () => open(+choice.value));
open(0);
