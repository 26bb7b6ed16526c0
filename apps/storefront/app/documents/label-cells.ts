const TABLE = /<table[^>]*>([\s\S]*?)<\/table>/g
const HEAD = /<th(?:\s[^>]*)?>([\s\S]*?)<\/th>/g
const ROW = /<tr>[\s\S]*?<\/tr>/g

/**
 * Gives each cell of a rendered table its column's heading as `data-label`, so that on a phone the cells can be
 * stacked. Such a table never scrolls, so it is not a keyboard stop either.
 */
export function labelCells(html: string): string {
  return html.replaceAll(TABLE, (_, rows: string) => {
    const labels = [...rows.matchAll(HEAD)].map(([, label = '']) => asAttribute(label))
    const labelled = rows.replaceAll(ROW, (row) => {
      let column = 0
      return row.replaceAll(/<td/g, () => `<td data-label="${labels[column++] ?? ''}"`)
    })
    return `<table>${labelled}</table>`
  })
}

function asAttribute(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('"', '&quot;')
    .trim()
}
