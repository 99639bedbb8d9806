// node states.mjs FOLDER MODULE CONFIG: prints how many states tla-checker finds, all of which satisfy the invariants.
import {createRequire} from 'node:module';
import {readFileSync} from 'node:fs';
import {resolve, dirname, join} from 'node:path';
import {pathToFileURL} from 'node:url';

const [folder, module, config] = process.argv.slice(2);
const entry = createRequire(resolve(folder, 'package.json')).resolve('tla-checker/tla_checker.js');
const checker = await import(pathToFileURL(entry));
checker.initSync({module: readFileSync(join(dirname(entry), 'tla_checker_bg.wasm'))});
const states = 1e6, depth = 1e6, mayStop = false, dot = false;
const result = JSON.parse(checker.check_spec_with_cfg(readFileSync(module, 'utf8'), readFileSync(config, 'utf8'), '{}', states, depth, mayStop, dot));
if (!result.success) {
    console.error(result.error_message);
    process.exit(1);
}
console.log(result.states_explored);
