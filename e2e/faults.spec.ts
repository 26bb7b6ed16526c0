import { expect } from '@playwright/test'
import { fillPath, NAVIGATION, type RouteKey } from '../apps/storefront/app/platform/navigation/navigation.ts'
import { CASES, changePassword, fillLogin, saveProfile, visit } from './fault-cases.ts'
import { test } from './faulty-shop.ts'
import { BRANCH, logInAs, newCustomer } from './stage.ts'

for (const scripts of [true, false]) {
  const mode = scripts ? 'with scripts' : 'without scripts'
  /** Both run the same use case: without scripts it is left to slow tests. */
  const proving = (...tags: string[]) => (scripts ? tags : [...tags, '@slow'])

  for (const { tag, title, call, fault, guest, act, shown, logged, at, kept } of CASES) {
    test(`${title}, ${mode}`, { tag: proving(...tag) }, async ({ browser, faulty, known }) => {
      const page = await visit({ browser, faulty }, { scripts, as: guest ? undefined : known })
      faulty.api.set(call, fault)
      await act({ page, faulty, customer: known })
      for (const text of shown) await expect(page.getByText(text).first()).toBeVisible()
      await expect(page).toHaveURL(at)
      expect(faulty.api.calls.filter((made) => call.test(made))).toHaveLength(1)
      if (kept) await expect(page.getByLabel(kept[0])).toHaveValue(kept[1])
      if (logged) expect(faulty.logged).toContain(logged)
      await page.context().close()
    })
  }

  test(`a session that the main API no longer knows ends, and a login leads back, ${mode}`, {
    tag: proving('@SPEC-8-401', '@SPEC-8-401-LOGS-OUT', '@SPEC-8-401-LOGGED', '@SPEC-4-USER-FAILED'),
  }, async ({ browser, faulty }) => {
    const customer = await newCustomer(faulty.shop)
    const page = await visit({ browser, faulty }, { scripts, as: customer })
    const fault = faulty.api.set(/^GET (users\/current|patient)/, 401)
    await page.goto(`${faulty.shop.url}/patients`)
    await expect(page.getByText('Not authorized')).toBeVisible()
    expect(faulty.logged).toContain('Not authorized')
    const names = (await page.context().cookies()).map(({ name }) => name)
    expect(names).not.toContain('authToken')
    await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeVisible()
    fault.release()
    await fillLogin(page, customer.email)
    await expect(page).toHaveURL(`${faulty.shop.url}/patients`)
    await page.context().close()
  })

  test(`a failed login removes an existing token, ${mode}`, { tag: proving('@SPEC-8-LOGIN-TOKEN') }, async ({
    browser,
    faulty,
  }) => {
    // A separate customer, since a login ends the previous session.
    const customer = await newCustomer(faulty.shop)
    const page = await visit({ browser, faulty }, { scripts })
    await page.goto(`${faulty.shop.url}/login`)
    // Logged in in another tab in the meantime.
    await logInAs(page.context(), customer)
    faulty.api.set(/^POST login$/, 500)
    await fillLogin(page, customer.email)
    await expect(page.getByText('Unknown error')).toBeVisible()
    const names = (await page.context().cookies()).map(({ name }) => name)
    expect(names).not.toContain('authToken')
    await page.context().close()
  })

  test(`a page that needs the main API while it is unreachable says so, and offers another try, ${mode}`, {
    tag: proving('@SPEC-8-NETWORK'),
  }, async ({ browser, faulty, known }) => {
    const page = await visit({ browser, faulty }, { scripts, as: known })
    const fault = faulty.api.set(/./, 'refuse')
    await page.goto(`${faulty.shop.url}/patients`)
    await expect(page.getByRole('heading', { name: 'Something went wrong on our side' })).toBeVisible()
    expect(faulty.logged).toContain('Api client caught error')
    fault.release()
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Patients' })).toBeVisible()
    await page.context().close()
  })

  test(`in the order, too, 500 means a confirmed address or a wrong code, ${mode}`, {
    tag: proving('@SPEC-8-LETTER-500', '@SPEC-8-CODE-500', '@SPEC-8-LETTER-FAILED'),
  }, async ({ browser, faulty, known }) => {
    const page = await visit({ browser, faulty }, { scripts, as: known })
    faulty.api.set(/^POST users\/(activate|send-activation-email)$/, 500)
    await page.goto(`${faulty.shop.url}/order/confirm-email`)
    await page.getByRole('button', { name: 'Send the code' }).click()
    await expect(page.getByText('Email is already confirmed')).toBeVisible()
    await page.getByLabel('Code from the e-mail').fill('123456')
    await page.getByRole('button', { name: 'Confirm', exact: true }).first().click()
    await expect(page.getByText('Email confirmation token not found')).toBeVisible()
    faulty.api.set(/^POST users\/send-activation-email$/, 503)
    await page.getByRole('button', { name: /^Send/ }).first().click()
    await expect(page.getByText('The e-mail could not be sent')).toBeVisible()
    await page.context().close()
  })

  test(`without a callable laboratory the quick button shows a warning, ${mode}`, {
    tag: proving('@SPEC-8-NO-CALLABLE', '@SPEC-2-LAB-QUICK-NONE'),
  }, async ({ browser, faulty }) => {
    const context = await browser.newContext({ javaScriptEnabled: scripts })
    const page = await context.newPage()
    const fault = faulty.api.set(/^GET laboratories$/, (answer) =>
      (answer as { type: string }[]).filter(({ type }) => type === 'PHYSICAL'),
    )
    // The list is reloaded after two seconds. A shared page for guests is cached for a minute, so each visit has
    // its own address.
    const quickButton = async (name: string) => {
      await page.goto(`${faulty.shop.url}/?visit=${crypto.randomUUID()}`)
      await expect(page.getByRole('button', { name })).toBeVisible({ timeout: 500 })
    }
    await expect(() => quickButton('Вызов на дом')).toPass()
    await page.getByRole('button', { name: 'Вызов на дом' }).click()
    await expect(page.getByText('No callable labs available')).toBeVisible()
    fault.release()
    await expect(() => quickButton('Вызов, Минск')).toPass()
    await context.close()
  })

  test(`a shop without a catalogue says that it is not open yet, and does not ask for a laboratory, ${mode}`, {
    tag: '@slow',
  }, async ({ browser, faulty }) => {
    const page = await (await browser.newContext({ javaScriptEnabled: scripts })).newPage()
    faulty.api.set(/^GET laboratories$/, () => [])
    // As above: the earlier list is cached for two seconds, and a shared page for guests for a minute.
    await expect(async () => {
      await page.goto(`${faulty.shop.url}/?visit=${crypto.randomUUID()}`)
      await expect(page.getByRole('heading', { name: 'We are opening soon' })).toBeVisible({ timeout: 500 })
    }).toPass()
    await expect(page.locator('dialog')).toHaveCount(0)
    faulty.logged.length = 0
    const answer = await page.goto(`${faulty.shop.url}/?visit=${crypto.randomUUID()}`)
    expect(answer?.status()).toBe(503)
    expect(faulty.logged).toEqual([])
    // Waits until the cached list is right again for the next test.
    faulty.api.reset()
    await expect(async () => {
      expect((await page.goto(`${faulty.shop.url}/?visit=${crypto.randomUUID()}`))?.status()).toBe(200)
    }).toPass()
    await page.context().close()
  })
}

test('a failure in the background is logged, and the old catalogue is still served', {
  tag: ['@SPEC-8-BACKGROUND'],
}, async ({ faulty }) => {
  const url = `${faulty.shop.url}/search`
  const headers = { Cookie: `activeLaboratoryId=${BRANCH}` }
  expect((await fetch(url, { headers })).status).toBe(200)
  faulty.api.set(/^GET labService/, 'refuse')
  await expect
    .poll(async () => {
      expect((await fetch(url, { headers })).status).toBe(200)
      return faulty.logged
    })
    .toContain('catalogue served from an outdated copy')
})

test('a guest whose page cannot be loaded is told so, and nothing of an account', async ({ faulty }) => {
  faulty.api.set(/^GET documents/, 503)
  const answer = await fetch(`${faulty.shop.url}/documents`)
  expect(answer.status).toBe(503)
  const html = await answer.text()
  expect(html).toContain('Something went wrong on our side')
  expect(html).toContain('Please try again in a minute.')
  expect(html).not.toContain('You are still logged in')
})

for (const fault of [500, 403, 'refuse', 'garbage'] as const) {
  test(`if the account cannot be read (${fault}), public pages still work, and a personal page says so`, async ({
    faulty,
    known,
  }) => {
    faulty.api.set(/^GET users\/current/, fault)
    const headers = {
      Cookie: `authToken=${encodeURIComponent(`Bearer ${known.token}`)}; activeLaboratoryId=${BRANCH}`,
    }
    const open = async (path: string) => {
      const answer = await fetch(`${faulty.shop.url}${path}`, { headers })
      return { status: answer.status, html: await answer.text(), cookies: answer.headers.getSetCookie() }
    }
    const params = {
      ...{ analysisId: '1', profileId: '1', addableType: 'analysis', addableId: '1' },
      ...{ categorySlug: 'hormones', documentSlug: 'public-offer' },
    }
    const screens = (Object.keys(NAVIGATION) as RouteKey[]).filter((key) => NAVIGATION[key].isShared)
    for (const key of [...screens, 'support', 'laboratory', 'logout', 'patientsList'] as RouteKey[]) {
      const { status, html, cookies } = await open(fillPath(key, params))
      expect(status, key).toBe(200)
      expect(html, key).toContain('We cannot reach your account right now')
      expect(html, key).toContain('Sign Out')
      expect(cookies.join(), key).not.toContain('authToken=;')
    }
    const { status, html, cookies } = await open('/settings')
    expect(status).toBeGreaterThanOrEqual(500)
    expect(html).toContain('Something went wrong on our side')
    expect(html).toContain('Sign Out')
    if (fault !== 403) expect(html).toContain('nothing is lost')
    expect(cookies.join()).not.toContain('authToken=;')
  })
}

test('a mangled backPathKey is logged without its content, and the page is shown with its own parent', {
  tag: ['@SPEC-5-BACK-PATH-KEY-UNKNOWN', '@SPEC-5-BACK-PATH-KEY-ARRAY'],
}, async ({ faulty }) => {
  for (const mangled of ['nowhere', 'document', 'cart&backPathKey=nowhere', 'nowhere%00']) {
    faulty.logged.length = 0
    const page = await fetch(`${faulty.shop.url}/search/analysis/1?backPathKey=${mangled}`)
    expect(page.status).toBe(200)
    expect(await page.text()).toMatch(
      /href="\/search" [^>]*aria-label="Back"|aria-label="Back" [^>]*href="\/search"/,
    )
    await expect.poll(() => faulty.logged).toContainEqual(expect.stringMatching(/^backPathKey rejected/))
    expect(faulty.logged.join()).not.toContain('nowhere')
  }
})

test('an unknown state of the e-mail flow is an internal error', {
  tag: ['@SPEC-8-EMAIL-UNKNOWN-STATE'],
}, async ({ faulty, known }) => {
  const answer = await fetch(`${faulty.shop.url}/order/confirm-email?mail=nowhere`, {
    headers: { Cookie: `authToken=${encodeURIComponent(`Bearer ${known.token}`)}; activeLaboratoryId=21` },
  })
  expect(answer.status).toBe(500)
  expect(await answer.text()).toContain('Something went wrong on our side')
})

test('a saved profile and a changed password are confirmed without scripts, too', {
  tag: ['@SPEC-8-PROFILE-UPDATED', '@SPEC-8-PASSWORD-CHANGED'],
}, async ({ browser, faulty }) => {
  const customer = await newCustomer(faulty.shop)
  const page = await visit({ browser, faulty }, { scripts: false, as: customer })
  await saveProfile({ page, faulty, customer })
  await expect(page.getByText('User profile has been successfully updated')).toBeVisible()
  await changePassword({ page, faulty, customer })
  await expect(page.getByText('Your password has been successfully changed')).toBeVisible()
  await page.context().close()
})
