import { encodeQR } from 'qr'

/** Drawn as one path on a square of `size` units, including the white border that readers need. */
export interface QrCode {
  size: number
  path: string
}

const BORDER = 4

/**
 * A text as the rows of a QR code (true is dark), including the white border that readers need. It stays readable
 * with a seventh of it damaged: paper is folded and copied.
 */
export function qrRows(text: string): boolean[][] {
  return encodeQR(text, 'raw', { ecc: 'medium', border: BORDER })
}

/** A text as a QR code for a page. */
export function qrCode(text: string): QrCode {
  const rows = qrRows(text)
  return {
    size: rows.length,
    path: rows.flatMap((row, y) => runsOf(row).map(([x, end]) => rectangle(x, y, end))).join(''),
  }
}

function rectangle(x: number, y: number, end: number): string {
  return `M${x} ${y}H${end}V${y + 1}H${x}Z`
}

/** Where each dark run begins and ends. */
function runsOf(row: readonly boolean[]): [number, number][] {
  const runs: [number, number][] = []
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1)
    if (isDark && last?.[1] === x) last[1] = x + 1
    else if (isDark) runs.push([x, x + 1])
  }
  return runs
}
