import { proofSchema, readPasskeyAnswer } from '@shop/contract/accounts'
import { parseOrProblem } from '@shop/contract/problem'
import { redirect } from 'react-router'
import { PROVEN } from '../platform/forms/form-draft.ts'
import type { FormMessage } from '../platform/forms/form-failure.ts'
import { FieldFaults } from '../platform/forms/read-form.server.ts'
import { runForm, type ShopForm } from '../platform/forms/run-form.server.ts'
import { pathAfterLogin } from './return-path.server.ts'

/** The path back to the page that asked; the action itself is still to be done there. */
function provenPath(pathnameToReturn: string | undefined): string {
  const url = new URL(pathAfterLogin(pathnameToReturn), 'http://shop.invalid')
  url.searchParams.set(PROVEN, '1')
  return `${url.pathname}${url.search}`
}

/** Proves again who owns the account, with what the page asked for: password, code, or both. */
export async function proveOwner({ shop, texts }: ShopForm) {
  return runForm({ shop, intent: 'proveOwner', texts }, async () => {
    if (texts.passkey) {
      await shop.api.proveOwner({ passkey: readPasskeyAnswer(texts.passkey) })
      return redirect(provenPath(texts.pathnameToReturn))
    }
    const faults: Record<string, FormMessage> = {}
    if (texts.password === '') faults.password = { key: 'forms.required.currentPassword' }
    if (texts.code === '') faults.code = { key: 'account.secondStep.enterCode' }
    if (Object.keys(faults).length > 0) throw new FieldFaults(faults)
    await shop.api.proveOwner(parseOrProblem(proofSchema, texts))
    return redirect(provenPath(texts.pathnameToReturn))
  })
}
