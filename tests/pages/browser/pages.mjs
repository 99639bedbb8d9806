// Usage: pages.mjs FOLDER SCHEMA FILE...: pages that are read, not stepped through (maps, reproductions), and charts (.svg), in headless Chromium.
import {createRequire} from 'module';
import {basename} from 'path';
import {overlaps, pale, tooWide} from './geometry.mjs';
const [folder, , ...files] = process.argv.slice(2);
const {chromium} = createRequire(folder + '/')('playwright-core');
const browser = await chromium.launch({executablePath: process.env.TANDEM_BROWSER, args: ['--no-sandbox', '--disable-gpu']});
let failed = 0, checks = 0;
const expect = (what, holds, seen = '') => { checks += 1; if (!holds) failed += 1, console.log(`${what}: wrong ${seen}`); };
const none = (what, bad) => expect(what, bad.length === 0, bad.slice(0, 5).join('; '));

/// Letters of pictures that are smaller than 10 pixels on the screen.
const small = page => page.evaluate(() => [...document.querySelectorAll('svg text')].filter(t => t.checkVisibility()).map(t => [parseFloat(getComputedStyle(t).fontSize) * Math.hypot(t.getScreenCTM().a, t.getScreenCTM().b), t.textContent])
  .filter(([size]) => size < 10).map(([size, words]) => `${size.toFixed(1)} ${words}`));

/// Of a map's page: what is wrong with its tables of states by events.
const wrongCells = page => page.evaluate(() => {
  const bad = [];
  for (const table of document.querySelectorAll('table.cells')) {
    const events = table.querySelectorAll('thead th').length - 1;
    for (const row of table.querySelectorAll('tbody tr')) {
      const cells = [...row.querySelectorAll('td')];
      if (cells.length !== events) bad.push(`${row.textContent} has ${cells.length} cells`);
      for (const cell of cells) {
        const lines = [...cell.querySelectorAll('p')];
        if (lines.length === 0 && !(cell.classList.contains('none') && /^(impossible|not reached)/.test(cell.title))) bad.push('an empty cell that does not say why');
        for (const line of lines) if (!/^\d+$/.test(line.querySelector('.step').textContent) || !line.title) bad.push(`${line.textContent} has no step`);
        if (cell.classList.contains('refused') !== (lines.length > 0 && lines.every(l => l.querySelector('.word')))) bad.push(`${cell.textContent} is told wrongly`);
      }
    }
  }
  return bad;
});

/// Of a chart: what leaves it, words that leave their box, heads of arrows that a box covers.
const wrongPlaces = page => page.evaluate(() => {
  const bad = [], svg = document.documentElement.getBoundingClientRect();
  const boxes = [...document.querySelectorAll('rect.mark')].map(r => r.getBoundingClientRect());
  for (const shape of document.querySelectorAll('rect.mark, text, circle, polygon')) {
    const b = shape.getBoundingClientRect();
    if (b.left < 0 || b.top < 0 || b.right > svg.right || b.bottom > svg.bottom) bad.push(`${shape.tagName} ${shape.textContent} leaves the picture at ${b.left}`);
  }
  for (const text of document.querySelectorAll('text')) {
    const t = text.getBoundingClientRect(), x = (t.left + t.right) / 2, y = (t.top + t.bottom) / 2;
    for (const b of boxes)
      if (b.left < x && x < b.right && b.top < y && y < b.bottom && (t.left < b.left || t.right > b.right)) bad.push(`${text.textContent} leaves its box`);
  }
  for (const head of document.querySelectorAll('polygon')) {
    const tip = head.points[0];
    for (const b of boxes) if (b.left + 1 < tip.x && tip.x < b.right - 1 && b.top + 1 < tip.y && tip.y < b.bottom - 1) bad.push(`a box covers an arrow's head at ${tip.x}, ${tip.y}`);
  }
  return bad;
});

for (const name of files) {
  const called = basename(name), chart = name.endsWith('.svg');
  for (const [width, colorScheme] of chart ? [[1440, 'light'], [1440, 'dark']] : [[1440, 'light'], [1024, 'dark'], [400, 'light'], [400, 'dark']]) {
    const page = await browser.newPage({viewport: {width, height: 900}, colorScheme}), at = `${called} at ${width}, ${colorScheme}`, errors = [];
    page.on('console', m => errors.push(m.text()));
    page.on('pageerror', e => errors.push(e.message));
    page.on('request', r => { if (!/^(file|data):/.test(r.url())) errors.push('asks for ' + r.url()); });
    await page.goto('file://' + name);
    none(`${at}: words of pictures apart`, await overlaps(page, 'svg'));
    if (chart) {
      none(`${at}: all in its place`, await wrongPlaces(page));
    } else {
      expect(`${at}: no sideways scrolling`, await tooWide(page) <= 0, await tooWide(page));
      none(`${at}: contrast`, await pale(page));
      none(`${at}: letters of pictures can be read`, await small(page));
    }
    if (called.startsWith('map')) {
      none(`${at}: cells say what becomes of an event, or why nothing does`, await wrongCells(page));
      const kinds = await page.evaluate(() => {
        const words = [...document.querySelectorAll('svg text')].map(t => t.textContent);
        return [...document.querySelectorAll('table.cells')].map(t => {
          let title = t;
          while (title.tagName !== 'H2') title = title.previousElementSibling || title.parentElement;
          return {states: t.querySelectorAll('tbody tr').length, drawn: words.some(w => w.startsWith(title.textContent))};
        });
      });
      expect(`${at}: a table for each kind, a diagram for small ones`, kinds.length > 0 && kinds.every(k => k.drawn === k.states <= 8), JSON.stringify(kinds));
    }
    none(`${at}: no errors`, errors);
    await page.close();
  }
}
await browser.close();
console.log(`${files.length} files, ${checks} checks, ${failed} failures`);
process.exit(failed || files.length === 0 ? 1 : 0);
