import { html } from 'hono/html'
import { generate } from 'otplib'
import type { Page } from '../pages/respond-with-page.ts'
import { demoEmail } from '../sandbox-accounts.ts'
import { DEMO_STAFF } from './demo-staff.ts'

const REFRESH_SECONDS = 15

/** Who can log in at this desk, and the code that their authenticator apps show now. */
export async function deskPage(now: Date): Promise<Page> {
  const { secret, password, people } = DEMO_STAFF
  const code = await generate({ secret, epoch: Math.floor(now.getTime() / 1000) })
  return {
    title: 'Desk',
    note: 'Test environment of the shop: no real staff work here',
    refreshSeconds: REFRESH_SECONDS,
    body: html`
<h1>Desk staff</h1>
<p class="quiet">One for each role, all with the same password and app. Each of them can use a code once, within half a minute.</p>
<dl class="plain card">
<dt>Password</dt><dd><code>${password}</code></dd>
<dt>Current code</dt><dd><code id="code">${code}</code></dd>
</dl>
<ul class="list">
${people.map(({ role, name }) => html`<li><strong>${demoEmail(role)}</strong><span class="quiet">${name}: ${role}</span></li>`)}
</ul>`,
  }
}
