import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../operations/tools.ts'
import { serverEnvironment, serverFlags } from '../project.mjs'
import { FILES, found, source, using } from '../source-files.ts'

// What no request can show: dangerous means are used nowhere in the programs, or only where listed here with a reason.

test('the rules are checked against all of the programs’ sources', () => {
  expect(FILES.length).toBeGreaterThan(500)
  expect(FILES).toContain('apps/laboratory-api/src/app.ts')
  expect(FILES).toContain('apps/storefront/app/root.tsx')
})

test('no other program is started', { tags: ['ASVS-1.2.5'] }, () => {
  expect(using(/child_process|execa|process\.binding/)).toEqual([])
})

test('no text is run as code', { tags: ['ASVS-1.3.2'] }, () => {
  expect(using(/\beval\(|new Function\b|node:vm|setTimeout\(\s*['"`]/)).toEqual([])
})

test('regular expressions are made from what people type only if it is letters and digits', {
  tags: ['ASVS-1.2.9'],
}, () => {
  expect(using(/new RegExp\(/)).toEqual(
    [
      // Words of the search, which contain only letters and digits.
      'apps/storefront/app/catalogue/mark-hit.ts',
      // Constants of the program.
      'apps/laboratory-api/src/search-words/given-names.ts',
      'apps/laboratory-api/src/search/fold.ts',
      'apps/storefront/app/checkout/call-details.server.ts',
      'apps/storefront/app/platform/navigation/shared-screen.ts',
      'packages/database/src/schema-names.ts',
      'packages/domain/src/preparation.ts',
    ].toSorted(),
  )
})

test('SQL is never put together from values, only from names of our own', { tags: ['ASVS-1.2.4'] }, () => {
  expect(using(/sql\.raw\(/)).toEqual([
    // A number of the program.
    'apps/laboratory-api/src/desk/search-orders.ts',
    // Names of tables and columns that the areas contribute.
    'apps/laboratory-api/src/encryption/sweep.ts',
    // Letters of the alphabet.
    'apps/laboratory-api/src/folded-name.ts',
    // Statements of the migration files.
    'packages/database/src/beside-the-shop.ts',
    // Roles, schemas and columns of the program.
    'packages/database/src/grant-roles.ts',
    // Channels of the program.
    'packages/database/src/notify.ts',
  ])
})

test('markup is set in three places, from what is ours', { tags: ['ASVS-3.2.2'] }, () => {
  const markup =
    /dangerouslySetInnerHTML|(?:inner|outer)HTML|insertAdjacentHTML|document\.write|replaceChildren|createContextualFragment/
  expect(using(markup)).toEqual([
    // The document that stays in a tab, made of elements, when logging out got no answer.
    'apps/storefront/app/shell/leaving.tsx',
    // A copy of the page behind a dialog.
    'apps/storefront/app/shell/modal-screen.tsx',
    // JSON for search engines, with < escaped.
    'apps/storefront/app/ui/page-meta.tsx',
  ])
})

test('pages need nothing from browsers but HTML, CSS, modules and pictures', { tags: ['ASVS-3.7.1'] }, () => {
  // The sandbox's mailbox shows a mail in a frame; production has no sandbox.
  expect(using(/<(?:embed|applet|iframe|frame|marquee)[\s>]/)).toEqual([
    'apps/sandbox/src/mailbox/mailbox-pages.ts',
  ])
  expect(using(/ActiveXObject|vbscript:|application\/x-shockwave|<object data/)).toEqual([])
})

test('random values that must not be guessed come from node:crypto', {
  tags: ['ASVS-6.4.1', 'ASVS-6.5.3', 'ASVS-11.5.1'],
}, () => {
  // The pause between two attempts to change a record, and the time after which a refused client may come back.
  expect(using(/Math\.random/)).toEqual([
    'apps/storefront/app/platform/records/change-record.server.ts',
    'packages/server/src/refuse-requests.ts',
  ])
})

test('cryptography comes from Node and known libraries: SHA-256, AES-256-GCM, HKDF, Argon2id, and SHA-1 where a protocol requires it', {
  tags: ['ASVS-11.2.1', 'ASVS-11.3.1', 'ASVS-11.4.1', 'ASVS-11.4.3'],
}, () => {
  expect(found(/(?:createHash|createHmac|hkdfSync|[^.\w]hash|createSign|createVerify)\('([\w-]+)'/g)).toEqual(
    ['RSA-SHA256', 'sha1', 'sha256'],
  )
  expect(using(/\('sha1'/)).toEqual([
    'apps/laboratory-api/src/accounts/breached-passwords.ts',
    // An ETag, which protects nothing.
    'apps/laboratory-api/src/catalogue/stored-answer.ts',
  ])
  expect(using(/createCipheriv|createDecipheriv/)).toEqual(['packages/server/src/encrypt.ts'])
  expect(found(/'((?:aes|des|rc4|bf|cast)[\w-]*-[\w-]+)'/gi)).toEqual(['aes-256-gcm'])
  expect(using(/'md5'|crypto-js|node-forge/)).toEqual([])
})

test('an untrusted certificate is accepted nowhere, and certificate checks are never replaced', {
  tags: ['ASVS-12.3.2', 'ASVS-12.3.4'],
}, () => {
  expect(using(/rejectUnauthorized|NODE_TLS_REJECT|checkServerIdentity|sslmode=no-verify['"`]/)).toEqual([])
})

test('other machines are called from these places only, at addresses from the settings', {
  tags: ['ASVS-1.3.6', 'ASVS-13.2.4', 'ASVS-13.2.5'],
}, () => {
  // Pages call the shop that served them.
  const inPages = [
    'apps/desk/app/routes/passkeys.tsx',
    'apps/desk/app/forms/own-answers.ts',
    'apps/desk/app/sheet/kept-sheet.ts',
    'apps/desk/app/sheet/sheet-worker.ts',
    'apps/desk/app/sheet/waiting-steps.ts',
    'apps/storefront/app/catalogue/suggestions.tsx',
    'apps/storefront/app/catalogue/use-live-search.ts',
    'apps/storefront/app/entry.client.tsx',
    'apps/storefront/app/shell/lost-answer.ts',
    'apps/storefront/app/shell/reach-shop.ts',
    'apps/storefront/app/platform/pages/use-passkey.ts',
  ]
  const inServers = [
    'apps/desk/server/site.ts',
    'apps/hl7-gateway/main.ts',
    'apps/hl7-gateway/src/fhir/fhir-client.ts',
    'apps/hl7-gateway/src/mllp/send.ts',
    // Checks whether it is being served itself.
    'apps/laboratory-api/demo.ts',
    'apps/laboratory-api/src/accounts/breached-passwords.ts',
    'apps/laboratory-api/src/accounts/storefront-records.ts',
    'apps/laboratory-api/src/encryption/open-secrets.ts',
    'apps/laboratory-api/src/mail/mail.ts',
    'apps/laboratory-api/src/payments/bepaid/bepaid-provider.ts',
    'apps/laboratory-api/src/payments/stripe/stripe-provider.ts',
    'packages/server/src/vault.ts',
  ]
  expect(using(/(?:^|[^\w.])fetch\(|createTransport\(|https?\.request\(|net\.connect\(/m)).toEqual(
    [...inPages, ...inServers].toSorted(),
  )
})

test('no address contains a secret in the part that a browser sends', { tags: ['ASVS-14.2.1'] }, () => {
  const names = 'token|code|pin|passcode|password|secret|key|session|authorization'
  expect(using(new RegExp(`[?&](?:\\w*_)?(?:${names})=\\$\\{`, 'i'))).toEqual([])
  expect(using(new RegExp(`\\bquery: \\{(?:[^}]*,)?\\s*(?:${names})\\s*[,:}]`, 'i'))).toEqual([])
  expect(using(new RegExp(`(?<!body: new )URLSearchParams\\(\\{[^}]*\\b(?:${names})\\b`, 'i'))).toEqual([])
})

test('code that calls another machine follows no redirect', { tags: ['ASVS-15.3.2'] }, () => {
  for (const file of [
    'apps/desk/server/site.ts',
    'apps/hl7-gateway/src/fhir/fhir-client.ts',
    'apps/laboratory-api/src/accounts/breached-passwords.ts',
    'apps/laboratory-api/src/accounts/storefront-records.ts',
    'apps/laboratory-api/src/encryption/open-secrets.ts',
    'apps/laboratory-api/src/payments/bepaid/bepaid-provider.ts',
    'apps/laboratory-api/src/payments/stripe/stripe-provider.ts',
    'packages/contract/src/main-api-client.ts',
  ]) {
    expect(source.get(file), file).toContain("redirect: 'error'")
  }
})

test('programs write only to the log, not to the console', {
  tags: ['ASVS-16.2.3'],
}, () => {
  expect(using(/console\.(?:log|error|warn|info|debug)/)).toEqual([])
})

test('a browser stores nothing of ours except what is typed and not yet sent', {
  tags: ['ASVS-14.3.3'],
}, () => {
  // A nurse's sheet, if she wants it, until the session or the day is over, and the steps she has recorded (record
  // 0117).
  expect(using(/localStorage|indexedDB|document\.cookie|caches\.open|serviceWorker/)).toEqual([
    'apps/desk/app/sheet/kept-sheet.ts',
    'apps/desk/app/sheet/sheet-worker.ts',
    'apps/desk/app/sheet/waiting-steps.ts',
    // That a member of staff has logged out, and nothing about the person.
    'apps/desk/app/shell/leaving.ts',
    // The same in the shop.
    'apps/storefront/app/platform/session/leaving-mark.ts',
  ])
  // Until the form is sent, the tab is closed, or the person logs out.
  expect(using(/sessionStorage/)).toEqual([
    'apps/desk/app/forms/kept-words.ts',
    'apps/storefront/app/platform/forms/form-memory.ts',
  ])
})

test('passwords are masked as they are typed, and may be pasted and filled in by the browser and password managers', {
  tags: ['ASVS-6.2.6', 'ASVS-6.2.7'],
}, () => {
  expect(using(/onPaste|onCopy|onDrop|onBeforeInput|data-1p-ignore|data-lpignore/)).toEqual([
    // A mailed code pasted with spaces loses them.
    'apps/storefront/app/account/code-field.tsx',
  ])
  const fields = FILES.flatMap((file) =>
    [
      ...source
        .get(file)!
        .matchAll(/<\w*(?:Field|input)\b[^<]*?(?:name="|field\(')\w*[pP]assword['"][^<]*?\/>/gs),
    ].map(([field]) => ({ file, field })),
  )
  // Storefront and desk: login, registration, change and reset, proof of identity, the invitation.
  expect(fields.length).toBeGreaterThan(5)
  for (const { file, field } of fields) {
    expect(field, file).toMatch(/<\w*PasswordField|type="password"/)
    if (!field.includes('<OwnPasswordField'))
      expect(field, file).toMatch(/autoComplete="(?:current|new)-password"/)
  }
  // The field that can show its password hides it until its button is pressed.
  const field = source.get('apps/storefront/app/account/password-field.tsx')!
  expect(field).toContain('useState(false)')
  expect(field).toContain("type={isShown ? 'text' : 'password'}")
})

test('documents are typeset from the program’s templates, which receive what people typed as data and run none of it', {
  tags: ['ASVS-1.3.7'],
}, () => {
  expect(using(/mainFileContent/)).toEqual([])
  const templates = globSync('apps/*/src/**/*.typ', { cwd: root })
  expect(templates.length).toBeGreaterThan(2)
  for (const template of templates) {
    expect(readFileSync(join(root, template), 'utf8'), template).not.toMatch(/\beval\(|\bread\(|#import "@/)
  }
})

test('a release runs as production, without the repository', {
  tags: ['ASVS-13.4.1', 'ASVS-13.4.2'],
}, () => {
  const container = readFileSync(join(root, 'deploy/container/Containerfile'), 'utf8')
  expect(container).toMatch(/NODE_ENV=production/)
  const copied = [...container.matchAll(/^COPY (\S+)/gm)].map(([, from]) => from)
  expect(copied).toEqual([
    'package.json',
    'node_modules',
    'laboratory-api',
    'storefront',
    'desk',
    'hl7-gateway',
  ])
  const unit = readFileSync(join(root, 'deploy/systemd/laboratory-shop@.service'), 'utf8')
  expect(unit).toMatch(/NODE_ENV=production/)
  expect(`${container}${unit}`).not.toMatch(/--inspect|DEBUG=/)
  expect(serverFlags.length).toBeGreaterThan(0)
  for (const flag of serverFlags) {
    expect(container, flag).toContain(`"${flag}"`)
    expect(unit, flag).toMatch(new RegExp(`^ExecStart=\\S*node .*${flag} `, 'm'))
  }
  const variables = Object.entries(serverEnvironment).map(([name, value]) => `${name}=${value}`)
  expect(variables.length).toBeGreaterThan(0)
  for (const variable of variables) {
    expect(container, variable).toContain(` ${variable} `)
    expect(unit, variable).toMatch(new RegExp(`^Environment=.*${variable} `, 'm'))
  }
  expect(using(/--inspect|NODE_DEBUG/)).toEqual([])
})

test('elements are copied in one place, for the still picture behind a dialog', () => {
  expect(using(/cloneNode|importNode|setHTMLUnsafe|createContextualFragment|DOMParser/)).toEqual([
    'apps/storefront/app/shell/modal-screen.tsx',
  ])
})
