/** A QR code as an image that needs no request. */
import { type ReactNode, useMemo } from "react";
import { encode } from "uqr";

export function QrCode({ text, name }: { readonly text: string; readonly name: string }): ReactNode {
  const { size, path } = useMemo(() => {
    const code = encode(text, { ecc: "M", border: 2 });
    const dots = code.data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")));
    return { size: code.size, path: dots.join("") };
  }, [text]);
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={name} shapeRendering="crispEdges">
      <path d={path} fill="#000" />
    </svg>
  );
}
