import { expect, test } from 'vitest'
import { FILES, source, using } from './source-files.ts'

test('links are Link: a plain anchor is for what is no page of the shop, or for a page in a new window', () => {
  const leadsOut = /^["'{`]+(?:#|mailto:|tel:|https:)/
  const plain = FILES.filter((file) => file.endsWith('.tsx')).filter((file) =>
    [...source.get(file)!.matchAll(/<a\b[^>]*?\shref=(\S+)/g)].some(([, href]) => !leadsOut.test(href!)),
  )
  expect(plain).toEqual([
    // A file.
    'apps/desk/app/routes/money-closing.tsx',
    // A map.
    'apps/desk/app/sheet/sheet-visit-card.tsx',
    // A page that was opened without a connection, and is loaded afresh.
    'apps/desk/app/sheet/waiting-notice.tsx',
    // A new window, so that the form stays.
    'apps/storefront/app/account/document-checks.tsx',
    // An authenticator app.
    'apps/storefront/app/account/routes/security.tsx',
    // A file.
    'apps/storefront/app/account/settings-cards.tsx',
    // A place within the page.
    'apps/storefront/app/catalogue/routes/categories.tsx',
    // A map.
    'apps/storefront/app/laboratories/routes/branch.tsx',
    // Files.
    'apps/storefront/app/orders/order-forms.tsx',
  ])
})

test('a link or a form of the router loads its page afresh only where that is meant', () => {
  expect(using(/\breloadDocument\b/)).toEqual([
    // A file.
    'apps/desk/app/rights/what-to-do.tsx',
    // The end of a session, with what its pages hold in memory.
    'apps/desk/app/routes/logged-in.tsx',
    // A page whose policy allows the camera.
    'apps/desk/app/scan/scan-code.tsx',
    // A page that failed.
    'apps/desk/app/shell/error-page.tsx',
    // Another language, whose texts come with the page.
    'apps/storefront/app/account/settings-cards.tsx',
    // A place within a page that is loaded after the rest of it.
    'apps/storefront/app/catalogue/family-start.tsx',
    // A file.
    'apps/storefront/app/results/report-actions.tsx',
    // A page that failed.
    'apps/storefront/app/shell/error-page.tsx',
  ])
})
