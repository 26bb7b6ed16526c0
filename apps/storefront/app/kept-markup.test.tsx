import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { keptMarkupOf } from './kept-markup.server.ts'
import { Kept, KeptMarkup } from './kept-markup.tsx'

interface Item {
  name: string
}

function Line({ name }: Item) {
  return (
    <li title={name}>
      {name}, {name.length} letters
    </li>
  )
}

function list(items: readonly Item[], variant: string | null = '') {
  let rendered = 0
  const parts = items.map((item) => ({
    of: item,
    variant,
    element: () => {
      rendered++
      return <Line key={item.name} {...item} />
    },
  }))
  const page = (
    <KeptMarkup value={keptMarkupOf}>
      <Kept as="ol" className="lines" parts={parts} />
    </KeptMarkup>
  )
  const markup = renderToString(page)
  return { markup, rendered, inTheBrowser: renderToString(<Kept as="ol" className="lines" parts={parts} />) }
}

test('kept markup is the markup that the browser makes', () => {
  const { markup, inTheBrowser } = list([{ name: '<Iron> & "zinc"' }, { name: 'Ferritin' }])
  expect(markup).toBe(inTheBrowser)
  expect(markup).toContain('&lt;Iron&gt; &amp; &quot;zinc&quot;')
})

test('a part is made once for each variant, and what is one person’s each time', () => {
  const items = [{ name: 'Iron' }, { name: 'Zinc' }]
  expect(list(items).rendered).toBe(2)
  expect(list(items).rendered).toBe(0)
  expect(list(items, '?pathnameToReturn=%2F').rendered).toBe(2)
  expect(list(items, null).rendered).toBe(2)
  expect(list(items, null).rendered).toBe(2)
})
