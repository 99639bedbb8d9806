// The chart: a lane for each node, steps downwards, and messages that slope from the step that sends them to the one that receives them.
// The names of the lanes are a picture of their own, which stays in sight. In print the chart is a table of one row a step, so that pages break between steps and
// each begins with the names.
const SVG = 'http://www.w3.org/2000/svg';
const FONT = '"DejaVu Sans", system-ui, sans-serif';
const measuring = document.createElement('canvas').getContext('2d');
function width(text, font) {
  measuring.font = font;
  return measuring.measureText(text).width;
}
function drawn(name, attributes, parent, text) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes || {})) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  if (parent) parent.append(node);
  return node;
}
/// Makes a part of a picture a button for the mouse and for keys.
function button(group, label, pressed) {
  for (const [key, value] of Object.entries({tabindex: 0, role: 'button', 'aria-label': label})) group.setAttribute(key, value);
  group.addEventListener('click', pressed);
  group.addEventListener('keydown', e => { if (e.key === 'Enter' || e.key === ' ') e.preventDefault(), e.stopPropagation(), pressed(); });
}

const shortLabel = message => [message.kind, ...message.blocks].join(' ');

/// Where all stands: boxes, lanes, rows.
function placed() {
  const lanes = trace.nodes.length, steps = trace.steps;
  const boxes = steps.map((s, i) => ({text: `${i + 1}  ${s.label}`, outcome: s.outcomes.join(', ')}));
  for (const box of boxes) box.width = 16 + Math.max(width(box.text, `12px ${FONT}`), width(box.outcome, `11px ${FONT}`)), box.height = box.outcome ? 34 : 22;
  const room = $('chart').clientWidth - 20;
  const half = lane => Math.max(40, width(trace.nodes[lane], `bold 13px ${FONT}`) / 2 + 4, ...steps.map((s, i) => trace.nodes.indexOf(s.node) === lane ? boxes[i].width / 2 + 8 : 0));
  const left = half(0), right = half(lanes - 1);
  // A message's words stand beside the lane that it leaves, on the way to the other: in full where there is room.
  const need = label => Math.max(0, ...trace.messages.filter(m => m.sent).map(m => width(label(m), `bold 11px ${FONT}`) + 24));
  const gap = Math.max(need(shortLabel), lanes > 1 ? (room - left - right) / (lanes - 1) : 0, 110);
  const total = Math.max(left + gap * (lanes - 1) + right, 200, ...boxes.map((b, i) => steps[i].node === null ? b.width + 8 : 0));
  let y = 12;
  const top = steps.map((s, i) => {
    if (trace.repeats_from === i + 1) y += 18;
    const own = y;
    y += boxes[i].height + 17 * s.sends.length + 9;
    return own;
  });
  return {boxes, x: node => left + gap * trace.nodes.indexOf(node), total, top, bottom: y + 4};
}

/// The line of a message and its head, and the words beside the lane that it leaves.
function drawMessage(m, place, lines, words) {
  const {boxes, x, top, bottom, total} = place, sender = m.sent ? trace.steps[m.sent - 1] : null;
  const x1 = x(m.from), y1 = sender ? top[m.sent - 1] + boxes[m.sent - 1].height + 17 * sender.sends.indexOf(m.id) + 16 : 0;  // below its words
  const way = x(m.to) > x1 ? 1 : -1;
  let x2 = x(m.to), y2 = bottom;
  if (m.received) {
    const box = boxes[m.received - 1];
    y2 = top[m.received - 1] + 11;
    x2 -= way * box.width / 2;
    if ((x2 - x1) * way < 12) x2 = x(m.to), y2 = top[m.received - 1];  // the box reaches beyond the other lane
  } else x2 = x1 + (x2 - x1) * Math.min(1, Math.max(.25, (bottom - y1) / 200));
  const kind = m.received ? 'message' : 'message pending';
  const group = drawn('g', {class: kind, 'data-line': m.id}, lines), choose = () => { followed = followed && followed.message === m.id ? null : {message: m.id}; show(); };
  const says = `${m.text}\n${m.from} to ${m.to}; ${m.sent ? 'sent in step ' + m.sent : 'on its way at the start'}, ${m.received ? 'received in step ' + m.received : 'on its way at the end'}`;
  drawn('title', {}, group, says);
  drawn('line', {class: 'wide', x1, y1, x2, y2}, group);
  drawn('line', {class: 'seen', x1, y1, x2, y2}, group);
  const turn = Math.atan2(y2 - y1, x2 - x1), corner = a => `${x2 - 8 * Math.cos(turn + a)},${y2 - 8 * Math.sin(turn + a)}`;
  if (m.received) drawn('polygon', {points: `${x2},${y2} ${corner(.42)} ${corner(-.42)}`}, group);
  group.addEventListener('click', choose);
  if (!m.sent) return [group];
  const label = width(m.label, `bold 11px ${FONT}`) + 16 < (way > 0 ? total - x1 : x1) ? m.label : shortLabel(m);
  const named = drawn('g', {class: kind, 'data-message': m.id}, words);
  drawn('title', {}, named, says);
  drawn('text', {x: x1 + way * 8, y: y1 - 4, 'text-anchor': way > 0 ? 'start' : 'end'}, named, label);
  button(named, `message ${m.text}, follow it`, choose);
  return [group, named];
}

function drawStep(s, i, place, parent) {
  const witness = trace.witnesses.includes(i + 1), box = place.boxes[i], middle = s.node === null ? place.total / 2 : place.x(s.node), top = place.top[i];
  const group = drawn('g', {class: witness ? 'step witness' : 'step', 'data-step': i + 1}, parent);
  drawn('title', {}, group, s.event + (witness ? '\nWhat is wrong rests on this step.' : ''));
  drawn('rect', {x: middle - box.width / 2, y: top, width: box.width, height: box.height}, group);
  drawn('text', {x: middle, y: top + 15, 'text-anchor': 'middle'}, group, box.text);
  if (box.outcome) drawn('text', {class: 'outcome', x: middle, y: top + 28, 'text-anchor': 'middle'}, group, box.outcome);
  button(group, `step ${i + 1}: ${s.event}${witness ? ', what is wrong rests on it' : ''}`, () => go(i + 1));
  return group;
}

function draw() {
  const place = placed(), {x, total, top, bottom} = place, height = bottom + 10;
  const picture = (name, from, tall) => drawn('svg', {class: name, width: total, height: tall, viewBox: `0 ${from} ${total} ${tall}`, 'font-family': FONT});
  const names = () => {
    const svg = picture('lanes', 0, 26);
    for (const node of trace.nodes) drawn('text', {class: 'lane-name', x: x(node), y: 18, 'text-anchor': 'middle'}, svg, node);
    return svg;
  };
  const svg = picture('steps', 0, height);
  svg.setAttribute('role', 'group');
  svg.setAttribute('aria-label', `message sequence chart of ${trace.steps.length} steps`);
  const all = drawn('g', {id: 'drawn'}, svg), lines = drawn('g', {}, all);
  for (const node of trace.nodes) drawn('line', {class: 'lane', x1: x(node), x2: x(node), y1: 0, y2: bottom}, lines);
  if (trace.repeats_from !== null && trace.repeats_from <= trace.steps.length) {
    const line = top[trace.repeats_from - 1] - 8;
    drawn('line', {class: 'loop', x1: 4, x2: total - 4, y1: line, y2: line}, all);
    drawn('text', {class: 'loop-text', x: 6, y: line - 4}, all, 'from here on the steps repeat forever');
  }
  // Boxes go over the lines of all messages, and words over the boxes. Who goes from one to the next by key meets a step, and then what it sends.
  const parts = trace.messages.map(() => []);
  for (const m of trace.messages) if (!m.sent) parts[m.id] = drawMessage(m, place, lines, all);
  const rows = trace.steps.map((s, i) => {
    const row = drawStep(s, i, place, all);
    for (const m of s.sends) parts[m] = drawMessage(trace.messages[m], place, lines, all);
    return row;
  });
  $('chart').replaceChildren(names(), svg);
  const ends = top.map((y, i) => i + 1 < top.length ? top[i + 1] - (trace.repeats_from === i + 2 ? 22 : 4) : height);
  const strips = trace.steps.map((_, i) => {
    const from = i === 0 ? 0 : ends[i - 1], strip = picture('strip', from, ends[i] - from);
    drawn('use', {href: '#drawn'}, strip);
    return element('tr', {}, element('td', {}, strip));
  });
  $('strips').replaceChildren(element('thead', {}, element('tr', {}, element('td', {}, names()))), element('tbody', {}, ...strips));
  layout = {rows, messages: parts.map((groups, id) => ({groups, m: trace.messages[id]}))};
}

/// Brings a step's box into the sight of the chart: just so, or to where most of what led to it is seen as well. Then the window may
/// end before the chart does.
function reveal(row, opening) {
  const pane = $('chart'), view = pane.getBoundingClientRect(), box = row.getBoundingClientRect(), names = 26, room = Math.min(70, view.height / 6);
  const seen = Math.min(view.bottom, innerHeight) - view.top - names, from = view.top + names + (opening ? Math.max(seen * .7, Math.min(seen - 4, 60)) : room), to = opening ? from : view.bottom - room;
  if (box.top < from) pane.scrollTop -= from - box.top;
  else if (box.bottom > to) pane.scrollTop += Math.min(box.bottom - to, box.top - view.top - names);
  if (box.left < view.left + 8) pane.scrollLeft -= view.left + 8 - box.left;
  else if (box.right > view.right - 8) pane.scrollLeft += Math.min(box.right - view.right + 8, box.left - view.left - 8);
}
