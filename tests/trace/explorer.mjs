// Usage: explorer.mjs FOLDER SCHEMA PAGE...: uses each page as a reader does, in headless Chromium.
import {createRequire} from 'module';
import {statSync, readFileSync} from 'fs';
import {basename} from 'path';
const [folder, , ...pages] = process.argv.slice(2);
const {chromium} = createRequire(folder + '/')('playwright-core');
const browser = await chromium.launch({executablePath: process.env.TANDEM_BROWSER, args: ['--no-sandbox', '--disable-gpu']});
let failed = 0, checks = 0;
const expect = (what, holds, seen = '') => { checks += 1; if (!holds) failed += 1, console.log(`${what}: wrong ${seen}`); };

/// The pairs of words in the chart whose boxes meet, and words that leave it.
const overlaps = page => page.evaluate(() => {
  const svg = document.querySelector('#chart svg').getBoundingClientRect(), bad = [];
  const words = [...document.querySelectorAll('#chart text')].map(t => ({text: t.textContent, box: t.getBoundingClientRect()}));
  for (const w of words)
    if (w.box.left < svg.left - 1 || w.box.right > svg.right + 1) bad.push(`${w.text} leaves the chart`);
  for (let i = 0; i < words.length; ++i)
    for (let j = 0; j < i; ++j) {
      const a = words[i].box, b = words[j].box;
      if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3) bad.push(`${words[i].text} / ${words[j].text}`);
    }
  return bad;
});
const now = page => page.textContent('#at');
const faded = page => page.locator('.step.faded').count();

for (const name of pages) {
  const called = basename(name);
  expect(`${called} is under 1 MB`, statSync(name).size < 1e6, statSync(name).size);
  expect(`${called} asks for nothing else`, !/(src|href)="(?!data:|#)/.test(readFileSync(name, 'utf8').replace(/<script type="application\/json".*?<\/script>/s, '')));
  for (const width of [1440, 900, 400]) {
    const page = await browser.newPage({viewport: {width, height: 900}, colorScheme: width === 900 ? 'dark' : 'light'});
    const errors = [];
    page.on('console', m => errors.push(m.text()));
    page.on('pageerror', e => errors.push(e.message));
    page.on('request', r => { if (!/^(file|data):/.test(r.url())) errors.push('asks for ' + r.url()); });
    await page.goto('file://' + name);
    const bad = await overlaps(page);
    expect(`${called} at ${width}: words apart`, bad.length === 0, bad.join('; '));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(`${called} at ${width}: only the chart is wider than the window`, wide <= 0, wide);
    expect(`${called} at ${width}: no errors`, errors.length === 0, errors.join('; '));
    if (width === 1440) {
      expect(`${called}: says why`, (await page.textContent('#why-text')).length > 40);
      expect(`${called}: says what the run shows`, /^(refuted|shown|shown, and forbidden|not inductive)$/.test(await page.textContent('#verdict')), await page.textContent('#verdict'));
      expect(`${called}: marks witnesses`, await page.locator('.step.witness').count() > 0);
      const steps = await page.locator('.step').count();
      await page.keyboard.press('Home');
      expect(`${called}: Home`, await now(page) === 'start', await now(page));
      await page.keyboard.press('ArrowRight');
      expect(`${called}: a step on`, await now(page) === `step 1 of ${steps}`, await now(page));
      expect(`${called}: what changed`, await page.locator('#side tr.new').count() > 0);
      await page.keyboard.press('End');
      await page.keyboard.press('ArrowRight');
      expect(`${called}: not behind the end`, await now(page) === `step ${steps} of ${steps}`, await now(page));
      await page.locator('.step').first().click();
      expect(`${called}: a click on a step`, await now(page) === `step 1 of ${steps}`);
      const link = page.locator('#why-text a').first();
      if (await link.count()) {
        const step = await link.textContent();
        await link.click();
        expect(`${called}: the paragraph leads to its steps`, await now(page) === `step ${step} of ${steps}`);
      }
      // A step that is not inductive is one from any state: nobody knows who sent what is on its way there.
      if (steps > 1) {
        await page.locator('.message text').first().click();
        expect(`${called}: following a message fades the rest`, (await faded(page)) > 0 && (await faded(page)) < steps, await faded(page));
        await page.keyboard.press('Escape');
        expect(`${called}: all is shown again`, await faded(page) === 0);
        await page.locator('#threads button').first().click();
        expect(`${called}: following a thread leaves its own steps`, (await faded(page)) < steps);
        await page.keyboard.press('Escape');
      }
      const blocks = await page.locator('#blocks button').count();
      if (blocks) {
        const fields = await page.locator('#side tr').count();
        await page.locator('#blocks button').last().click();
        expect(`${called}: one block has fewer fields`, await page.locator('#side tr').count() < fields);
        expect(`${called}: no field of the other`, (await page.locator('#side th').allTextContents()).every(t => !/(^|[.\[])A($|[.\]])/.test(t)));
      }
      for (const option of await page.isVisible('#trace') ? await page.locator('#trace option').all() : []) {
        await page.selectOption('#trace', await option.getAttribute('value'));
        expect(`${called}: another trace`, (await option.textContent()).startsWith(await page.textContent('#property')));
      }
      await page.emulateMedia({media: 'print'});
      expect(`${called}: print has chart and steps, and no buttons`, await page.isVisible('#chart') && await page.isVisible('#steps') && !await page.isVisible('#tools'));
      expect(`${called}: no errors to the end`, errors.length === 0, errors.join('; '));
    }
    await page.close();
  }
}
await browser.close();
console.log(`${pages.length} pages, ${checks} checks, ${failed} failures`);
process.exit(failed || pages.length === 0 ? 1 : 0);
