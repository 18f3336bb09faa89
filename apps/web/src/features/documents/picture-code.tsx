interface PictureCodeProps {
  readonly x: number;
  readonly y: number;
  readonly color: string;
}

const finders = 'M.5.5h6v6h-6zM14.5.5h6v6h-6zM.5 14.5h6v6h-6z';
const centres = 'M2 2h3v3H2zM16 2h3v3h-3zM2 16h3v3H2z';
const modules =
  'M8 0h2v1H8zM11 1h2v2h-2zM8 3h1v3H8zM10 5h3v1h-3zM0 8h2v2H0zM4 9h3v1H4zM8 8h2v2H8zM12 8h1v4h-1zM15 9h2v1h-2zM19 8h2v2h-2zM1 11h3v1H1zM6 12h4v1H6zM14 12h4v1h-4zM20 12h1v3h-1zM8 15h3v1H8zM9 17h1v4H9zM12 14h1v3h-1zM15 15h3v2h-3zM12 19h3v2h-3zM17 19h1v2h-1zM19 17h2v2h-2z';

/** Looks like a QR code, 63 units wide, and says nothing. */
export function PictureCode({ x, y, color }: PictureCodeProps) {
  return (
    <g transform={`translate(${x} ${y}) scale(3)`} fill={color}>
      <path d={finders} fill="none" stroke={color} />
      <path d={centres} />
      <path d={modules} />
    </g>
  );
}
