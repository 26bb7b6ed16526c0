import { expect, test } from 'vitest'
import { labelCells } from './label-cells.ts'

test('each cell carries the heading of its column', () => {
  const table =
    '<table tabindex="0">\n<thead>\n<tr>\n<th>Data</th>\n<th align="left">What "for"</th>\n</tr>\n</thead>\n<tbody><tr>\n<td>Name</td>\n<td><em>account</em></td>\n</tr>\n<tr>\n<td>Phone</td>\n<td>visit</td>\n</tr>\n</tbody></table>'
  const labelled = labelCells(`<p>Before</p>${table}`)
  expect(labelled).toContain(
    '<td data-label="Data">Name</td>\n<td data-label="What &quot;for&quot;"><em>account</em></td>',
  )
  expect(labelled).toContain(
    '<td data-label="Data">Phone</td>\n<td data-label="What &quot;for&quot;">visit</td>',
  )
  expect(labelled).toContain('<p>Before</p><table>')
})

test('text without a table stays as it is', () => {
  expect(labelCells('<p>td</p>')).toBe('<p>td</p>')
})
