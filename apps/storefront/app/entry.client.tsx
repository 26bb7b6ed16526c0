import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { HydratedRouter } from 'react-router/dom'
import { servedTheme } from './platform/texts/brand-theme.ts'
import { createI18n } from './platform/texts/create-i18n.ts'
import { PageTextsContext } from './platform/texts/page-texts.ts'

const { lang, dataset } = document.documentElement
const { texts: textsAddress = '', partner = '' } = dataset
const theme = servedTheme(document.documentElement)

// Without its texts the page stays what it is as served: complete, only without what scripts add.
const answer = await fetch(textsAddress)
const i18n = createI18n(lang, await answer.json(), partner)
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <I18nextProvider i18n={i18n}>
        <PageTextsContext value={{ texts: textsAddress, partner, theme }}>
          <HydratedRouter />
        </PageTextsContext>
      </I18nextProvider>
    </StrictMode>,
  )
})
