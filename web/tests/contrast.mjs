// The contrast of text on its ground, by the formula of WCAG 2.

/** Every text on the screen whose contrast with its ground is below 4.5. Runs in the page: page.evaluate(dimTexts). */
export function dimTexts() {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const known = new Map();
  const rgba = (colour) => {
    if (!known.has(colour)) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      known.set(colour, [...canvas.getImageData(0, 0, 1, 1).data]);
    }
    return known.get(colour);
  };
  const over = ([r, g, b, a], below) => [r, g, b].map((one, i) => (one * a + below[i] * (255 - a)) / 255);
  const groundOf = (one) => {
    const colour = rgba(getComputedStyle(one).backgroundColor);
    if (colour[3] === 255) return colour.slice(0, 3);
    return over(colour, one.parentElement ? groundOf(one.parentElement) : [255, 255, 255]);
  };
  const light = (colour) => {
    const [r, g, b] = colour.map((one) => (one / 255 <= 0.04045 ? one / 255 / 12.92 : ((one / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const found = [];
  let texts = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const one = node.parentElement;
    if (!node.data.trim() || !one.checkVisibility() || one.matches('script, noscript, option, .unseen')) continue;
    ++texts;
    const below = groundOf(one);
    const [a, b] = [light(over(rgba(getComputedStyle(one).color), below)), light(below)].sort((x, y) => y - x);
    const contrast = (a + 0.05) / (b + 0.05);
    if (contrast < 4.5) found.push(`${contrast.toFixed(2)} ${one.className} ${node.data.slice(0, 30)}`);
  }
  return texts ? [...new Set(found)] : ['no text'];
}
