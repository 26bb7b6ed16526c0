import { html } from 'hono/html'
import { generate } from 'otplib'
import type { Page } from '../pages/respond-with-page.ts'
import { demoEmail } from './demo-email.ts'
import { DEMO_STAFF } from './demo-staff.ts'

const REFRESH_SECONDS = 15

/** Who can log in at this desk, and the code that their authenticator apps show now. */
export async function deskPage(now: Date): Promise<Page> {
  const { secret, password, people } = DEMO_STAFF
  const code = await generate({ secret, epoch: Math.floor(now.getTime() / 1000) })
  return {
    title: 'Desk',
    note: 'Test surroundings of the shop: nobody works here',
    refreshSeconds: REFRESH_SECONDS,
    body: html`
<h1>People of the desk</h1>
<p class="quiet">One for each role, all with the same password and app. A code is good once for each of them, for half a minute.</p>
<dl class="plain card">
<dt>Password</dt><dd><code>${password}</code></dd>
<dt>Code now</dt><dd><code id="code">${code}</code></dd>
</dl>
<ul class="list">
${people.map(({ role, name }) => html`<li><strong>${demoEmail(role)}</strong><span class="quiet">${name}: ${role}</span></li>`)}
</ul>`,
  }
}
