// Usage: schema.mjs FOLDER SCHEMA TRACE...: each trace is as the schema says, and is not when a part is missing or of another kind.
import {createRequire} from 'module';
import {readFileSync} from 'fs';
const [folder, schema, ...traces] = process.argv.slice(2);
const Ajv = createRequire(folder + '/')('ajv');
const validate = new Ajv({allErrors: true, allowUnionTypes: true}).compile(JSON.parse(readFileSync(schema)));
let failed = 0;
const expect = (what, holds, why = '') => { if (!holds) failed += 1, console.log(`${what}: wrong ${why}`); };
for (const name of traces) {
  const read = () => JSON.parse(readFileSync(name));
  expect(name, validate(read()), JSON.stringify(validate.errors));
  for (const tamper of [t => delete t.traces[0].steps[0].event, t => { t.traces[0].blocks = 'A'; }, t => { t.traces[0].steps[0].sends = ['early']; }, t => { t.traces[0].more = 1; }, t => { t.traces = []; }]) {
    const tampered = read();
    tamper(tampered);
    expect(`${name}, tampered with`, !validate(tampered));
  }
  // What no schema says: a message is sent and received by the steps that it names.
  for (const t of read().traces)
    for (const m of t.messages) {
      expect(`${name}, message ${m.id} is sent`, m.sent === 0 || t.steps[m.sent - 1].sends.includes(m.id));
      expect(`${name}, message ${m.id} is received`, m.received === null || (t.steps[m.received - 1].receives === m.id && m.received > m.sent));
    }
}
console.log(`${traces.length} traces, ${failed} failures`);
process.exit(failed || traces.length === 0 ? 1 : 0);
