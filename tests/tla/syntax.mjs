// node syntax.mjs FOLDER MODULE...: where the TLA+ grammar finds an error, the status is 1.
import {createRequire} from 'node:module';
import {readFileSync} from 'node:fs';
import {resolve} from 'node:path';

const [folder, ...modules] = process.argv.slice(2);
const require = createRequire(resolve(folder, 'package.json'));
const Parser = require('web-tree-sitter');
await Parser.init();
const parser = new Parser();
parser.setLanguage(await Parser.Language.load(require.resolve('@tlaplus/tree-sitter-tlaplus/tree-sitter-tlaplus.wasm')));

let errors = 0;
const visit = (node, file) => {
    if (node.isError || node.isMissing) {
        console.log(`${file}:${node.startPosition.row + 1}: ${node.isMissing ? 'missing ' + node.type : node.text.slice(0, 80)}`);
        ++errors;
    }
    for (const child of node.children) visit(child, file);
};
for (const file of modules) {
    const root = parser.parse(readFileSync(file, 'utf8')).rootNode;
    visit(root, file);
    const actions = root.descendantsOfType('operator_definition').length;
    console.log(`${file}: ${actions} definitions`);
    if (actions < 20) ++errors;
}
process.exit(errors > 0 ? 1 : 0);
