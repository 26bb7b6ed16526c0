import { createTexts } from '@shop/texts/create-texts'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { servedTheme } from './platform/texts/brand-theme.ts'
import { PageTextsContext } from './platform/texts/use-texts.ts'

const { lang, dataset } = document.documentElement
const { texts: address = '', partner = '', styles: file } = dataset
const styles = file === undefined ? null : { file, text: '' }
const theme = servedTheme(document.documentElement)

// Without its texts the page stays as it was served: complete, only without what scripts add.
const answer = await fetch(address)
const texts = createTexts({ locale: lang, messages: await answer.json(), partner })
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <PageTextsContext value={{ texts, address, partner, theme, styles }}>
        <HydratedRouter />
      </PageTextsContext>
    </StrictMode>,
  )
})
