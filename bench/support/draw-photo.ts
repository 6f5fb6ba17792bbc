/**
 * Draws a picture of 12 megapixels that is as hard to compress as a photo: colours that change at every scale, edges,
 * and the noise of a sensor. The same for the same seed. Runs in the page.
 */
export function drawPhoto({ seed, grain }: { seed: number; grain: number }): Promise<string> {
  let state = seed * 2_654_435_761;
  const random = () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
  const canvasOf = (width: number, height: number) => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d');
    if (!context) throw new Error('No canvas');
    return { canvas, context };
  };
  const [width, height] = [4000, 3000];
  const { canvas, context } = canvasOf(width, height);
  const light = context.createLinearGradient(0, 0, width, height);
  light.addColorStop(0, `hsl(${random() * 360} 40% 70%)`);
  light.addColorStop(1, `hsl(${random() * 360} 50% 25%)`);
  context.fillStyle = light;
  context.fillRect(0, 0, width, height);
  // Less contrast at every finer scale, as in pictures of things.
  for (let columns = 4, alpha = 0.5; columns <= 2048; columns *= 2, alpha *= 0.85) {
    const rows = (columns * 3) / 4;
    const layer = canvasOf(columns, rows);
    const pixels = layer.context.createImageData(columns, rows);
    for (let at = 0; at < pixels.data.length; at += 1) pixels.data[at] = at % 4 === 3 ? 255 : random() * 256;
    layer.context.putImageData(pixels, 0, 0);
    context.globalAlpha = alpha;
    context.drawImage(layer.canvas, 0, 0, width, height);
  }
  context.globalAlpha = 0.8;
  for (let count = 0; count < 60; count += 1) {
    context.fillStyle = `hsl(${random() * 360} 40% ${random() * 90}%)`;
    context.beginPath();
    context.ellipse(
      random() * width,
      random() * height,
      20 + random() * 300,
      5 + random() * 200,
      random() * 3,
      0,
      7,
    );
    context.fill();
  }
  const all = context.getImageData(0, 0, width, height);
  for (let at = 0; at < all.data.length; at += 4) {
    const noise = (random() + random() - 1) * grain;
    for (let channel = at; channel < at + 3; channel += 1)
      all.data[channel] = (all.data[channel] ?? 0) + noise;
  }
  context.putImageData(all, 0, 0);
  return new Promise((resolve) => resolve(canvas.toDataURL('image/jpeg', 0.92).split(',')[1] ?? ''));
}
