// Usage: explorer.mjs FOLDER SCHEMA PAGE...: uses each page as a reader does, in headless Chromium.
import {createRequire} from 'module';
import {statSync, readFileSync} from 'fs';
import {basename} from 'path';
import {inSight, overlaps, pale, tooWide} from '../pages/browser/geometry.mjs';
const [folder, , ...pages] = process.argv.slice(2);
const {chromium} = createRequire(folder + '/')('playwright-core');
const browser = await chromium.launch({executablePath: process.env.TANDEM_BROWSER, args: ['--no-sandbox', '--disable-gpu']});
let failed = 0, checks = 0;
const expect = (what, holds, seen = '') => { checks += 1; if (!holds) failed += 1, console.log(`${what}: wrong ${seen}`); };
const none = (what, bad) => expect(what, bad.length === 0, bad.slice(0, 5).join('; '));

const now = page => page.textContent('#at');
const faded = page => page.locator('.step.faded').count();
const number = async page => +(/\d+/.exec(await now(page)) || [0])[0];

/// The names of the lanes are not scrolled off; that of a lane beyond the side of the chart is off with its lane.
const namesInSight = page => page.evaluate(() => {
  const names = document.querySelector('#chart .lanes').getBoundingClientRect(), chart = document.getElementById('chart').getBoundingClientRect();
  return names.top >= chart.top - 1 && names.bottom <= Math.min(chart.bottom, innerHeight);
});

/// Boxes through which a line is seen: those that are not opaque, and lines that are drawn after a box.
const shownThrough = page => page.evaluate(() => {
  const bad = [], boxes = [...document.querySelectorAll('#chart .step rect')], lines = [...document.querySelectorAll('#chart .seen')];
  for (const box of boxes) {
    const fill = getComputedStyle(box).fill;
    let opacity = 1;
    for (let node = box; node.nodeType === 1; node = node.parentNode) opacity *= +getComputedStyle(node).opacity;
    if (opacity < 1 || fill === 'none' || /rgba\(.*, 0?\.?\d*\)$/.test(fill) && !/, 1\)$/.test(fill)) bad.push(box.parentNode.dataset.step);
    for (const line of lines) if (box.compareDocumentPosition(line) & Node.DOCUMENT_POSITION_FOLLOWING) bad.push(`a line over ${box.parentNode.dataset.step}`);
  }
  return bad;
});

async function stepsAndKeys(page, called) {
  expect(`${called}: says why`, (await page.textContent('#why-text')).length > 40);
  expect(`${called}: says what the run shows`, /^(refuted|shown|shown, and forbidden|not inductive|explained|refused)$/.test(await page.textContent('#verdict')), await page.textContent('#verdict'));
  expect(`${called}: marks witnesses`, await page.locator('.step.witness').count() > 0 || await page.textContent('#verdict') === 'explained');
  const steps = await page.locator('.step').count();
  await page.keyboard.press('Home');
  expect(`${called}: Home`, await now(page) === 'start', await now(page));
  await page.keyboard.press('ArrowRight');
  expect(`${called}: a step on`, await now(page) === `step 1 of ${steps}`, await now(page));
  // A part of a log may begin with a hit.
  expect(`${called}: what changed`, await page.locator('#side tr.new').count() > 0 || await page.evaluate(() => trace.steps[0].changes.length === 0));
  expect(`${called}: a step is in sight when it is reached`, await inSight(page, '.step.now') && await namesInSight(page));
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowRight');
  expect(`${called}: not behind the end`, await now(page) === `step ${steps} of ${steps}`, await now(page));
  const unseen = [];
  for (let i = steps; i > 0; --i, await page.keyboard.press('ArrowLeft'))
    if (!await inSight(page, '.step.now') || !await namesInSight(page)) unseen.push(i);
  none(`${called}: each step comes into sight, beneath the names of the lanes`, unseen);
  await page.locator('.step').first().click();
  expect(`${called}: a click on a step`, await now(page) === `step 1 of ${steps}`);
  expect(`${called}: the address names the step`, page.url().endsWith('#step-1'), page.url());
  const repeats = await page.evaluate(() => trace.repeats_from !== null && trace.repeats_from <= trace.steps.length ? trace.repeats_from : 0);
  if (repeats) expect(`${called}: the first step that repeats is a link`, await page.locator(`#why-text a[data-step="${repeats}"]`).count() > 0);
  const link = page.locator('#why-text a').first();
  if (await link.count()) {
    const step = await link.textContent();
    await link.click();
    expect(`${called}: the paragraph leads to its steps`, await now(page) === `step ${step} of ${steps}`);
  }
}

async function focus(page, called) {
  const steps = await page.locator('.step').count(), focused = read => page.evaluate(`(${read})(document.activeElement)`);
  await page.locator('#chart [tabindex]').first().focus();
  const walked = new Set();
  for (let i = 0; i < 200 && await focused(n => n.closest('#chart') !== null); ++i) {
    walked.add(await focused(n => n.getAttribute('aria-label')));
    expect(`${called}: what has the focus is clear of the names of the lanes`, await focused(n => n.getBoundingClientRect().top >= document.querySelector('#chart .lanes').getBoundingClientRect().bottom - 1), [...walked].at(-1));
    await page.keyboard.press('Tab');
  }
  expect(`${called}: Tab goes through all boxes, each with its name`, [...walked].filter(w => /^step \d+: ./.test(w)).length === steps, [...walked].join('; '));
  await page.keyboard.press('Home');
  await page.locator('.step').last().focus();
  await page.keyboard.press('ArrowLeft');
  expect(`${called}: the focus is seen`, await focused(n => getComputedStyle(n.querySelector('rect')).strokeDasharray !== 'none'));
  await page.keyboard.press('Enter');
  expect(`${called}: Enter goes to the box with the focus`, await number(page) === steps, await now(page));
}

async function filters(page, called) {
  const steps = await page.locator('.step').count();
  // A step that is not inductive is one from any state: nobody knows who sent what is on its way there.
  if (steps > 1) {
    await page.locator('#chart .message text').first().click();
    expect(`${called}: following a message fades the rest`, (await faded(page)) > 0 && (await faded(page)) < steps, await faded(page));
    none(`${called}: no line shows through a box while a message is followed`, await shownThrough(page));
    none(`${called}: contrast while a message is followed`, await pale(page));
    await page.keyboard.press('Escape');
    expect(`${called}: all is shown again`, await faded(page) === 0);
    await page.locator('#threads button').first().click();
    expect(`${called}: following a thread leaves its own steps`, (await faded(page)) < steps);
    await page.keyboard.press('Escape');
  }
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  const fields = await page.locator('#side tr').count();
  await page.locator('#changes').click();
  expect(`${called}: only what changed`, await page.locator('#side tr').count() === await page.locator('#side tr.new').count() && await page.locator('#side tr').count() < fields);
  await page.keyboard.press('c');
  expect(`${called}: all fields again`, await page.locator('#side tr').count() === fields);
  if (await page.locator('#blocks button').count()) {
    await page.locator('#blocks button').last().click();
    expect(`${called}: one block has fewer fields`, await page.locator('#side tr').count() < fields);
    expect(`${called}: no field of the other`, (await page.locator('#side th').allTextContents()).every(t => !/(^|[.\[])A($|[.\]])/.test(t)));
    await page.keyboard.press('Escape');
  }
}

async function traces(page, called, name) {
  const buttons = page.locator('#traces button'), count = await buttons.count();
  for (let i = 0; i < count; ++i) {
    await buttons.nth(i).click();
    const property = await page.textContent('#property');
    expect(`${called}: another trace`, (await buttons.nth(i).textContent()).startsWith(property), property);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    expect(`${called}: arrow keys step, and leave the trace`, await number(page) === 1 && await page.textContent('#property') === property, await now(page));
    expect(`${called}: the address names the trace`, page.url().endsWith(i ? `#trace-${i + 1}-step-1` : '#step-1'), page.url());
  }
  if (count > 1) {
    const property = await page.textContent('#property');
    const again = await browser.newPage();
    await again.goto(`file://${name}#trace-${count}-step-1`);
    expect(`${called}: an address leads to a trace and a step`, await again.textContent('#property') === property && await number(again) === 1);
    await again.close();
  }
}

async function print(page, called) {
  await page.setViewportSize({width: 720, height: 1000});
  await page.emulateMedia({media: 'print', colorScheme: 'light'});
  expect(`${called}: print has chart and steps, and no buttons`, await page.isVisible('#strips') && await page.isVisible('#steps') && !await page.isVisible('#tools') && !await page.isVisible('#side'));
  const strips = await page.evaluate(() => [...document.querySelectorAll('#strips tbody tr')].map(tr => ({top: tr.getBoundingClientRect().top, height: tr.getBoundingClientRect().height, inside: getComputedStyle(tr).breakInside})));
  expect(`${called}: a printed chart has a row for each step, which no page break parts`, strips.length === await page.evaluate(() => trace.steps.length) && strips.every(s => s.inside === 'avoid' && s.height > 10 && s.height < 700), JSON.stringify(strips.slice(0, 2)));
  expect(`${called}: a printed chart begins on the first page`, strips[0].top + strips[0].height < 950, strips[0].top);
  const height = await page.evaluate(() => document.documentElement.scrollHeight), sheets = (await page.pdf({format: 'A4'})).toString('latin1').match(/\/Type\s*\/Page\b/g).length;
  expect(`${called}: print leaves no page empty`, sheets <= Math.ceil(height / 900) + 1, `${sheets} pages for ${height}`);
}

for (const name of pages) {
  const called = basename(name);
  expect(`${called} is under 1 MB`, statSync(name).size < 1e6, statSync(name).size);
  expect(`${called} asks for nothing else`, !/(src|href)="(?!data:|#)/.test(readFileSync(name, 'utf8').replace(/<script type="application\/json".*?<\/script>/s, '')));
  for (const [width, height, colorScheme] of [[1440, 900, 'light'], [1440, 600, 'dark'], [1024, 768, 'dark'], [400, 800, 'light'], [400, 800, 'dark']]) {
    const page = await browser.newPage({viewport: {width, height}, colorScheme}), at = `${called} at ${width}, ${colorScheme}`;
    const errors = [];
    page.on('console', m => errors.push(m.text()));
    page.on('pageerror', e => errors.push(e.message));
    page.on('request', r => { if (!/^(file|data):/.test(r.url())) errors.push('asks for ' + r.url()); });
    await page.goto('file://' + name);
    none(`${at}: words apart`, await overlaps(page, '#chart svg'));
    expect(`${at}: only the chart is wider than the window`, await tooWide(page) <= 0, await tooWide(page));
    if (height > 600) expect(`${at}: opens at its end, in sight, with the names of the lanes`, await inSight(page, '.step.now') && await namesInSight(page));
    expect(`${at}: begins with the reason`, await inSight(page, '#why h2'));
    none(`${at}: contrast`, await pale(page));
    await page.keyboard.press('Home');
    await page.locator('#on').click();
    expect(`${at}: chart, panel and buttons are in sight together`, await inSight(page, '#on') && await inSight(page, '#side') && await inSight(page, '.step.now') && await namesInSight(page));
    none(`${at}: contrast at the first step`, await pale(page));
    none(`${at}: no line shows through a box`, await shownThrough(page));
    const clipped = await page.evaluate(() => [...document.querySelectorAll('.source .line code')].filter(c => c.scrollWidth > c.clientWidth + 1).map(c => c.textContent));
    none(`${at}: lines of source are whole`, clipped);
    const indents = await page.evaluate(() => [...document.querySelectorAll('.source')].map(s => Math.min(...[...s.querySelectorAll('code')].filter(c => c.textContent).map(c => parseFloat(c.style.paddingLeft)))));
    expect(`${at}: lines of source have no common indent`, indents.every(i => i === 2), indents);
    if (width === 1440 && height === 900) {
      await stepsAndKeys(page, called);
      await focus(page, called);
      await filters(page, called);
      await traces(page, called, name);
      await print(page, called);
    }
    none(`${at}: no errors`, errors);
    await page.close();
  }
  const linked = await browser.newPage({viewport: {width: 400, height: 800}});
  await linked.goto(`file://${name}#step-1`);
  expect(`${called}: a link leads to a step`, await number(linked) === 1 && await inSight(linked, '.step.now') && await inSight(linked, '#side'));
  await linked.goto(`file://${name}#step-99999`);
  expect(`${called}: a link to no step opens the page as usual`, /^step \d+ of/.test(await now(linked)));
  await linked.close();
}
await browser.close();
console.log(`${pages.length} pages, ${checks} checks, ${failed} failures`);
process.exit(failed || pages.length === 0 ? 1 : 0);
