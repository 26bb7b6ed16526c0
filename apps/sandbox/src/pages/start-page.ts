import { html } from 'hono/html'
import type { Page } from './respond-with-page.ts'

/** Says what the sandbox is and links to its parts. */
export function startPage(basePath: string): Page {
  return {
    title: 'Sandbox',
    note: 'Test environment of the shop: nothing here reaches the outside world',
    body: html`
<h1>Sandbox</h1>
<p class="quiet">Stand-ins for the services that the shop depends on, for trying it out on one machine.</p>
<ul class="list">
<li><a href="${basePath}/mailbox">Mailbox</a><span class="quiet">Every mail that the shop sends: confirmation codes, orders, results.</span></li>
<li><a href="${basePath}/analyser">Analyser</a><span class="quiet">The laboratory's instrument: collects paid orders and reports results.</span></li>
<li><a href="${basePath}/desk">Desk</a><span class="quiet">The staff who can log in at the desk, with their current code.</span></li>
<li><strong>Payment page</strong><span class="quiet">Opens automatically when an order is placed: pay, decline or close.</span></li>
</ul>`,
  }
}
