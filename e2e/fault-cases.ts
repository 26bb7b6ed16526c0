// What can go wrong with a single call, and what the visitor then sees: the cases of e2e/faults.spec.ts.
import type { Browser, Page } from '@playwright/test'
import type { FaultyShop } from './faulty-shop.ts'
import { type Customer, logInAs, PASSWORD, settleIn } from './stage.ts'
import { newEmail, register } from './visitor.ts'

interface Scene {
  page: Page
  faulty: FaultyShop
  customer: Customer
}

/** A page of the faulty shop, with or without scripts, logged in or as a guest. */
export async function visit(
  { browser, faulty }: { browser: Browser; faulty: FaultyShop },
  { scripts, as }: { scripts: boolean; as?: Customer | undefined },
): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: scripts })
  await settleIn(context, faulty.shop)
  if (as) await logInAs(context, as)
  return context.newPage()
}

export async function fillLogin(page: Page, email: string) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
}

export async function saveProfile({ page, faulty }: Scene) {
  await page.goto(`${faulty.shop.url}/settings?modal=editProfile`)
  await page.getByLabel('First name').fill('Eva')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
}

export async function changePassword({ page, faulty }: Scene) {
  await page.goto(`${faulty.shop.url}/settings?modal=changePassword`)
  await page.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD)
  await page.getByRole('textbox', { name: 'New password' }).fill('seven quiet bridges 12')
  await page.getByRole('dialog').getByRole('button', { name: 'Change the password' }).click()
}

async function enterCode({ page, faulty }: Scene) {
  await page.goto(`${faulty.shop.url}/settings?modal=confirmEmail`)
  await page.getByLabel('Code from the e-mail').fill('123456')
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
}

async function requestMail({ page, faulty }: Scene) {
  await page.goto(`${faulty.shop.url}/settings?modal=confirmEmail`)
  await page.getByRole('button', { name: 'Send the code' }).click()
}

async function logIn({ page, faulty, customer }: Scene) {
  await page.goto(`${faulty.shop.url}/login`)
  await fillLogin(page, customer.email)
}

async function signUp({ page, faulty }: Scene) {
  await page.goto(`${faulty.shop.url}/register`)
  await register(page, newEmail())
}

async function savePatient({ page, faulty }: Scene) {
  await page.goto(`${faulty.shop.url}/patients/create`)
  await page.getByLabel('First name').fill('Ганна')
  await page.getByLabel('Last name').fill('Кавальская')
  await page.getByLabel('Female').check()
  await page.getByLabel('Date of birth').fill('1992-03-08')
  await page.getByRole('button', { name: 'Add the patient' }).click()
}

interface Case {
  tag: string[]
  title: string
  call: RegExp
  fault: number | 'refuse' | 'garbage'
  guest?: true
  act: (scene: Scene) => Promise<void>
  shown: string[]
  logged?: string
  /** The address at which the visitor stays. */
  at: RegExp
  /** What was typed and must still be there. */
  kept?: [label: string, value: string]
}

const LOGIN = { call: /^POST login$/, act: logIn, guest: true, at: /\/login/ } as const
const REGISTER = { call: /^POST register$/, act: signUp, guest: true, at: /\/register/ } as const
const UNREACHABLE = 'The laboratory’s server is not responding'

export const CASES: Case[] = [
  {
    tag: ['@SPEC-8-NETWORK'],
    title: 'no answer to a login',
    ...LOGIN,
    fault: 'refuse',
    shown: ['Unknown error', UNREACHABLE],
    logged: 'Api client caught error',
  },
  { tag: ['@SPEC-8-LOGIN-UNKNOWN'], title: '500 to a login', ...LOGIN, fault: 500, shown: ['Unknown error'] },
  {
    tag: ['@SPEC-8-LOGIN-UNKNOWN'],
    title: 'garbage to a login',
    ...LOGIN,
    fault: 'garbage',
    shown: ['Unknown error'],
  },
  { tag: ['@SPEC-8-401'], title: '401 to a login', ...LOGIN, fault: 401, shown: ['Not authorized'] },
  {
    tag: ['@SPEC-8-REGISTER-400', '@SPEC-8-REGISTER-ANY', '@SPEC-5-REGISTER-400'],
    title: '400 to a registration',
    ...REGISTER,
    fault: 400,
    shown: ['Duplicating fields found', 'Such user exists'],
    kept: ['First name', 'Anna'],
  },
  {
    tag: ['@SPEC-8-REGISTER-ANY'],
    title: '500 to a registration',
    ...REGISTER,
    fault: 500,
    shown: ['Duplicating fields found'],
    kept: ['First name', 'Anna'],
  },
  {
    tag: ['@SPEC-8-REGISTER-ANY', '@SPEC-8-NETWORK'],
    title: 'no answer to a registration',
    ...REGISTER,
    fault: 'refuse',
    shown: ['Duplicating fields found', UNREACHABLE],
    logged: 'Api client caught error',
    kept: ['First name', 'Anna'],
  },
  {
    tag: ['@SPEC-8-CODE-500', '@SPEC-4-EMAIL-CODE-FAILED'],
    title: '500 to a code',
    call: /^POST users\/activate$/,
    fault: 500,
    act: enterCode,
    shown: ['Email confirmation token not found'],
    at: /\/settings/,
  },
  {
    tag: ['@SPEC-8-LETTER-500'],
    title: '500 to a request for a confirmation mail',
    call: /^POST users\/send-activation-email$/,
    fault: 500,
    act: requestMail,
    shown: ['Email is already confirmed'],
    at: /\/settings/,
  },
  {
    tag: ['@SPEC-8-LETTER-FAILED', '@SPEC-4-EMAIL-LETTER'],
    title: 'no answer to a request for a confirmation mail',
    call: /^POST users\/send-activation-email$/,
    fault: 'refuse',
    act: requestMail,
    shown: ['Error occurred', UNREACHABLE],
    logged: 'Api client caught error',
    at: /\/settings/,
  },
  {
    tag: ['@SPEC-8-CHANGE-PASSWORD', '@SPEC-8-PASSWORD-FAILED'],
    title: '500 to a change of password',
    call: /^PUT users\/password$/,
    fault: 500,
    act: changePassword,
    shown: ['Error occurred', 'Failed to change password, see console'],
    logged: 'Failed to change password',
    at: /\/settings/,
  },
  {
    tag: ['@SPEC-8-CHANGE-PASSWORD'],
    title: '202 to a change of password',
    call: /^PUT users\/password$/,
    fault: 202,
    act: changePassword,
    shown: ['Error occurred', 'Failed to change password, see console'],
    at: /\/settings/,
  },
  {
    tag: ['@SPEC-8-PROFILE-FAILED'],
    title: '500 to a changed profile',
    call: /^PUT users\/[\w-]+$/,
    fault: 500,
    act: saveProfile,
    shown: ['Error occurred'],
    at: /\/settings/,
    kept: ['First name', 'Eva'],
  },
  {
    tag: ['@SPEC-8-PATIENT-SAVE', '@SPEC-4-PATIENT-SAVE-FAILED'],
    title: '500 to a patient',
    call: /^POST patient\//,
    fault: 500,
    act: savePatient,
    shown: ['Error occurred'],
    at: /\/patients\/create/,
    kept: ['First name', 'Ганна'],
  },
  {
    tag: ['@SPEC-8-PATIENT-SAVE', '@SPEC-4-PATIENT-SAVE-FAILED'],
    title: 'garbage to a patient',
    call: /^POST patient\//,
    fault: 'garbage',
    act: savePatient,
    shown: ['Error occurred', UNREACHABLE],
    at: /\/patients\/create/,
    kept: ['First name', 'Ганна'],
  },
]
