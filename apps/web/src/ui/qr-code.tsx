import { encode } from 'uqr';
import classes from './code-display.module.css';

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
}

/**
 * Draws a QR code dark on light, with the quiet zone of the standard, because many readers need
 * both.
 */
function drawQrCode(text: string): string {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const squares = data.flatMap((row, y) =>
    row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')),
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<rect width="${size}" height="${size}" fill="#fff"/><path d="${squares.join('')}"/></svg>`
  );
}

export function QrCode({ text, label }: QrCodeProps) {
  const source = `data:image/svg+xml,${encodeURIComponent(drawQrCode(text))}`;
  return <img className={classes.code} src={source} alt={label} />;
}
