import { html } from 'hono/html'
import type { Page } from './respond-with-page.ts'

/** Says what the sandbox is and links to its parts. */
export function startPage(basePath: string): Page {
  return {
    title: 'Sandbox',
    note: 'Test surroundings of the shop: nothing here reaches the outside world',
    body: html`
<h1>Sandbox</h1>
<p class="quiet">The parties that a shop needs around it, for trying it out on one machine.</p>
<ul class="list">
<li><a href="${basePath}/mailbox">Mailbox</a><span class="quiet">Every mail that the shop sends: confirmation codes, orders, results.</span></li>
<li><a href="${basePath}/analyser">Analyser</a><span class="quiet">The laboratory's instrument: takes paid orders and reports results.</span></li>
<li><a href="${basePath}/desk">Desk</a><span class="quiet">Who may log in at the desk of the network's own people, with the code of now.</span></li>
<li><strong>Payment page</strong><span class="quiet">Opens by itself when an order is placed: pay, decline or close.</span></li>
</ul>`,
  }
}
