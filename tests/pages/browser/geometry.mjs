// What can be measured of a page in a browser, for tests of pages: text that cannot be read, and what lies on or beyond something else.

/// Words whose contrast with what is behind them is below 4.5 to 1 (WCAG 2, 1.4.3), as "1.9 words". What is hidden is left out; so is what no reader is to read (`but`, a selector).
export const pale = (page, but = ':not(*)') => page.evaluate(but => {
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const rgba = colour => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top, below) => [0, 1, 2].map(i => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
  const luminance = c => [.2126, .7152, .0722].reduce((sum, weight, i) => sum + weight * (c[i] / 255 <= .04045 ? c[i] / 255 / 12.92 : ((c[i] / 255 + .055) / 1.055) ** 2.4), 0);
  const behind = node => {
    if (!node) return rgba(matchMedia('(prefers-color-scheme: dark)').matches && getComputedStyle(document.documentElement).colorScheme.includes('dark') ? '#121212' : '#fff');
    const style = getComputedStyle(node);
    let own = rgba(style.backgroundColor);
    // Words in a picture stand on the last shape before them that they begin in.
    if (node.namespaceURI.endsWith('svg') && node.parentNode) return behind(node.parentNode);
    return own[3] === 1 ? own : over(own, behind(node.parentElement));
  };
  const shapeBehind = text => {
    const box = text.getBoundingClientRect(), svg = text.ownerSVGElement, x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
    let found = null;
    for (const shape of svg.querySelectorAll('rect, text')) {
      if (shape === text) break;
      const b = shape.getBoundingClientRect();
      if (shape.tagName === 'rect' && b.left <= x && x <= b.right && b.top <= y && y <= b.bottom && getComputedStyle(shape).fill !== 'none') found = shape;
    }
    return found;
  };
  const faint = node => { let all = 1; for (; node && node.nodeType === 1; node = node.parentNode) all *= +getComputedStyle(node).opacity; return all; };
  const bad = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; node = walker.nextNode();) {
    const parent = node.parentElement;
    if (!node.data.trim() || parent.closest('script, style, title') || parent.closest(but) || !parent.checkVisibility({visibilityProperty: true})) continue;
    const style = getComputedStyle(parent), svg = parent.ownerSVGElement, paper = svg ? behind(svg) : behind(parent), shape = svg && parent.closest('text') ? shapeBehind(parent.closest('text')) : null;
    let ground = paper;
    if (shape) { const fill = rgba(getComputedStyle(shape).fill); fill[3] *= faint(shape) * +getComputedStyle(shape).fillOpacity; ground = over(fill, paper); }
    const ink = rgba(svg ? style.fill : style.color);
    ink[3] *= faint(parent);
    const [high, low] = [luminance(over(ink, ground)), luminance(ground)].sort((a, b) => b - a), ratio = (high + .05) / (low + .05);
    if (ratio < 4.5) bad.push(`${ratio.toFixed(1)} ${node.data.trim().slice(0, 30)}`);
  }
  return bad;
}, but);

/// Pairs of words of the pictures that `svg` chooses that meet, and words that leave their picture.
export const overlaps = (page, svg) => page.evaluate(chosen => {
  const bad = [];
  for (const svg of document.querySelectorAll(chosen)) {
    const edge = svg.getBoundingClientRect(), words = [...svg.querySelectorAll('text')].filter(t => t.checkVisibility()).map(t => ({text: t.textContent, box: t.getBoundingClientRect()}));
    for (const w of words)
      if (w.box.left < edge.left - 1 || w.box.right > edge.right + 1) bad.push(`${w.text} leaves the picture`);
    for (let i = 0; i < words.length; ++i)
      for (let j = 0; j < i; ++j) {
        const a = words[i].box, b = words[j].box;
        if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3) bad.push(`${words[i].text} / ${words[j].text}`);
      }
  }
  return bad;
}, svg);

/// How much wider the page is than its window.
export const tooWide = page => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/// Whether all of what `inner` chooses first lies in the window, and in each of its ancestors that scrolls.
export const inSight = (page, inner) => page.evaluate(inner => {
  const node = document.querySelector(inner), box = node.getBoundingClientRect();
  const within = (left, top, right, bottom) => box.left >= left - 1 && box.top >= top - 1 && box.right <= right + 1 && box.bottom <= bottom + 1;
  for (let outer = node.parentElement; outer; outer = outer.parentElement) {
    const b = outer.getBoundingClientRect();
    if (outer !== document.body && outer !== document.documentElement && /auto|scroll/.test(getComputedStyle(outer).overflowY) && !within(b.left, b.top, b.right, b.bottom)) return false;
  }
  return within(0, 0, innerWidth, innerHeight);
}, inner);
