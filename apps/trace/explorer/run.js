// The run that the page is about: the record (docs/trace.schema.json) that stands in it, the state after each step, and who belongs together.
'use strict';
const file = JSON.parse(document.getElementById('record').textContent);
const $ = id => document.getElementById(id);
let number = 0, trace, at = 0, block = null, followed = null, changesOnly = false, layout = null, states = [];

function element(name, attributes, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) key === 'class' ? node.className = value : key.startsWith('on') ? node.addEventListener(key.slice(2), value) : node.setAttribute(key, value);
  node.append(...children);
  return node;
}

/// The leaves of a tree of fields, as [path, value].
function leaves(tree, path = '', out = []) {
  if (tree === null || typeof tree !== 'object') out.push([path, tree === true ? 'yes' : tree === false ? 'no' : String(tree)]);
  else if (Array.isArray(tree)) tree.forEach((item, i) => leaves(item, `${path}[${i}]`, out));
  else for (const [key, item] of Object.entries(tree)) leaves(item, path ? `${path}.${key}` : key, out);
  return out;
}

/// The blocks that a text or a path of a field names, as words of their own.
function blocksIn(text) { return trace.blocks.filter(b => new RegExp(`(^|[^A-Za-z0-9_])${b}($|[^A-Za-z0-9_])`).test(text)); }

/// "SM0 W0", or "L1 0 hart 1": what stands before the operation.
function threadOf(step) {
  if (step.node === null || step.thread === null) return null;
  const said = /^(.*?) (?:load|store|atomic|fence)(?:[ _]|$)/.exec(step.label);
  return `${step.node} ${said ? said[1] : step.label.split(' ')[0]}`;
}

/// Takes trace `n` of the file, and works out the state after each of its steps, and which blocks and threads a step is about.
function take(n) {
  number = n;
  trace = file.traces[n];
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
}

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
