import { languageTag } from '@shop/domain/locale'
import { DEFAULT_TIME_ZONE } from '@shop/server/settings'
import { html } from 'hono/html'
import type { Html, Page } from '../pages/respond-with-page.ts'
import { checkoutUrl } from './create-checkout.ts'
import type { PaymentPage } from './payment-page.ts'
import type { CheckoutState } from './query-checkout.ts'
import { returnUrl } from './return-url.ts'
import { type Words, wordsFor } from './words.ts'

/** The page for the customer: amount, order and three buttons that work without scripts. */
export function checkoutPage(page: PaymentPage, state: CheckoutState): Page {
  const { order, settings } = state.checkout.request
  const { words, language } = wordsFor(settings.language)
  const amount = formatAmount(order.amount, order.currency, language)
  const canPay = state.checkout.state === 'open' && !state.expired
  return {
    title: `${words.title}: ${amount}`,
    note: words.note,
    language,
    narrow: true,
    formTargets: returnOrigins(state),
    body: html`
<h1>${words.title}</h1>
<div class="card">
<p class="amount">${amount}</p>
<dl>
<dt>${words.order}</dt><dd>${order.description}</dd>
${canPay ? html`<dt>${words.payUntil}</dt><dd>${formatTime(state.checkout.expiresAt, language)}</dd>` : ''}
${!canPay && state.payment ? html`<dt>${words.number}</dt><dd>${state.payment.uid}</dd>` : ''}
</dl>
${canPay ? buttons(words, state, amount) : outcome(page, words, state)}
</div>`,
  }
}

/** In the browser's language, because the shop is not known. */
export function unknownCheckoutPage(acceptLanguage: string | undefined): Page {
  const { words, language } = wordsFor(acceptLanguage)
  return {
    title: words.title,
    note: words.note,
    language,
    narrow: true,
    status: 404,
    body: html`<h1>${words.title}</h1><p>${words.unknown}</p>`,
  }
}

function buttons(words: Words, { payment }: CheckoutState, amount: string): Html {
  return html`
${payment ? html`<p class="bad" role="status">${words.triedAgain}</p>` : ''}
<form method="post">
<button class="primary" name="outcome" value="successful">${words.pay} ${amount}</button>
<button name="outcome" value="failed">${words.decline}</button>
<button class="bare" name="outcome" value="closed">${words.close}</button>
</form>`
}

function outcome(page: PaymentPage, words: Words, state: CheckoutState): Html {
  const { payment, checkout } = state
  const good = checkout.state === 'successful'
  const text = state.expired
    ? words.expired
    : payment?.status === 'pending'
      ? words.pending
      : good
        ? words.paid
        : words.failed
  const back = returnUrl(page, { checkout, payment: state.expired ? undefined : payment })
  const leads = back !== checkoutUrl(page, checkout.token)
  return html`<p class="${good ? 'ok' : 'bad'}" role="status">${text}</p>
${leads ? html`<p><a class="button primary" href="${back}">${words.back}</a></p>` : ''}`
}

/** `amount` in minor units. */
function formatAmount(amount: number, currency: string, language: string): string {
  const options = { style: 'currency', currency } as const
  const digits = new Intl.NumberFormat(language, options).resolvedOptions().maximumFractionDigits ?? 2
  const format = new Intl.NumberFormat(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return `${format.format(amount / 10 ** digits)}\u00a0${currency}`
}

function formatTime(time: Date, language: string): string {
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone: DEFAULT_TIME_ZONE } as const
  return new Intl.DateTimeFormat(languageTag(language), options).format(time)
}

function returnOrigins({ checkout }: CheckoutState): string[] {
  const { return_url, success_url, decline_url, fail_url, cancel_url } = checkout.request.settings
  const urls = [return_url, success_url, decline_url, fail_url, cancel_url].filter((url) => url != null)
  return [...new Set(urls.map((url) => new URL(url).origin))]
}
