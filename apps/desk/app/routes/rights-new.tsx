import { LONGEST_FULL_NAME, LONGEST_RIGHTS_WORDS } from '@shop/contract/input-lengths'
import { parseOrProblem } from '@shop/contract/problem'
import { noteRightSchema } from '@shop/contract/rights'
import { LOCALES } from '@shop/domain/locale'
import { RIGHTS, RIGHTS_DESK_SOURCES } from '@shop/domain/rights'
import { formTexts } from '@shop/storefront/pages/form-texts.ts'
import { LANGUAGE_NAMES } from '@shop/storefront/texts/language-names.ts'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Card } from '@shop/storefront/ui/card.tsx'
import { SelectField } from '@shop/storefront/ui/select-field.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { TextArea, TextField } from '@shop/storefront/ui/text-field.tsx'
import { data, Form, redirect } from 'react-router'
import { KeptFields } from '../forms/kept-fields.tsx'
import { ProblemNotice } from '../forms/problem-notice.tsx'
import { problemOf } from '../forms/run-form.server.ts'
import { pathOf } from '../navigation.ts'
import { deskContext, staffContext } from '../session/desk-context.server.ts'
import type { Route } from './+types/rights-new'

export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(staffContext).permissions.includes('rights.answer')) throw data(null, { status: 403 })
  const { businessTimeZone, locale } = context.get(deskContext)
  return { today: Temporal.Now.plainDateISO(businessTimeZone).toString(), locale }
}

export async function action({ context, request }: Route.ActionArgs) {
  const desk = context.get(deskContext)
  const typed = formTexts(await request.formData())
  try {
    const { id } = await desk.api.noteRight(parseOrProblem(noteRightSchema, typed))
    return redirect(pathOf('rightsRequest', { requestId: id }))
  } catch (error) {
    return data({ typed, problem: problemOf(desk, error) }, { status: 422 })
  }
}

export default function RightsNew({ loaderData, actionData: done }: Route.ComponentProps) {
  const { t } = useTexts()
  const { today, locale } = loaderData
  const typed = done?.typed ?? {}
  const wrong = done?.problem.code === 'invalid_fields' ? done.problem.fields : []
  const errorOf = (name: string, words: string) => (wrong.includes(name) ? words : undefined)
  return (
    <>
      <title>{t('desk:rights.new')}</title>
      <h1>{t('desk:rights.new')}</h1>
      <p className="muted">{t('desk:rights.newLead')}</p>
      {done && done.problem.code !== 'invalid_fields' && <ProblemNotice problem={done.problem} />}
      <div className="deskColumns">
        <Card as="section">
          <Form method="post" className="stack" noValidate>
            <KeptFields form="new" />
            <SelectField
              name="right"
              label={t('desk:rights.right')}
              defaultValue={typed.right}
              options={RIGHTS.map((value) => ({ value, label: t(`account.rights.right.${value}`) }))}
            />
            <TextArea
              name="words"
              label={t('account.rights.words')}
              hint={t('desk:rights.wordsHint')}
              error={errorOf('words', t('desk:rights.wordsNeeded'))}
              defaultValue={typed.words}
              maxLength={LONGEST_RIGHTS_WORDS}
              rows={5}
            />
            <SelectField
              name="source"
              label={t('desk:rights.cameBy')}
              defaultValue={typed.source}
              options={RIGHTS_DESK_SOURCES.map((value) => ({
                value,
                label: t(`desk:rights.source.${value}`),
              }))}
            />
            <TextField
              name="askedOn"
              type="date"
              label={t('desk:rights.came')}
              error={errorOf('askedOn', t('desk:rights.cameWrong'))}
              defaultValue={typed.askedOn ?? today}
              max={today}
              required
            />
            <TextField
              name="name"
              label={t('account.settings.name')}
              error={errorOf('name', t('desk:staff.invalid'))}
              defaultValue={typed.name}
              maxLength={LONGEST_FULL_NAME}
              autoComplete="off"
              required
            />
            <TextField
              name="email"
              type="email"
              label={t('desk:rights.email')}
              hint={t('desk:rights.emailHint')}
              error={errorOf('email', t('desk:staff.invalid'))}
              defaultValue={typed.email}
              autoComplete="off"
              required
            />
            <SelectField
              name="locale"
              label={t('desk:rights.language')}
              defaultValue={typed.locale ?? locale}
              options={LOCALES.map((value) => ({ value, label: LANGUAGE_NAMES[value], lang: value }))}
            />
            <SubmitButton look="primary">{t('desk:rights.save')}</SubmitButton>
          </Form>
        </Card>
      </div>
    </>
  )
}
