import type { EntryTexts } from '@shop/contract/entry-texts'
import { LONGEST_EDITION_NOTE } from '@shop/contract/input-lengths'
import { offerKindOf } from '@shop/contract/offers'
import { LOCALES, type Locale } from '@shop/domain/locale'
import type { OfferKind } from '@shop/domain/offer-kind'
import { scopeOf } from '@shop/domain/staff'
import { LANGUAGE_NAMES } from '@shop/storefront/texts/language-names.ts'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { ButtonLink } from '@shop/storefront/ui/button.tsx'
import { Notice } from '@shop/storefront/ui/notice.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { Tag } from '@shop/storefront/ui/tag.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import type { ReactNode } from 'react'
import { data, Form, Link, redirect } from 'react-router'
import { changedTexts, readMarks, typedTexts } from '../catalogue/changed-texts.server.ts'
import styles from '../catalogue/offer.module.css'
import { refusalOf } from '../catalogue/refusal-of.server.ts'
import { type RefusedReason, RefusedReasons } from '../catalogue/refused-reasons.tsx'
import { reloadAfterConflict } from '../forms/after-form.ts'
import { KeptFields } from '../forms/kept-fields.tsx'
import { dropWords } from '../forms/kept-words.ts'
import { ProblemNotice } from '../forms/problem-notice.tsx'
import { type FormProblem, textsOf } from '../forms/run-form.server.ts'
import { pathOf, withQuery } from '../navigation.ts'
import { deskContext, staffContext } from '../session/desk-context.server.ts'
import { Tabs } from '../shell/tabs.tsx'
import { type DeskColumn, DeskTable } from '../table/desk-table.tsx'
import type { Route } from './+types/offer-texts'

const keyOf = (params: Route.LoaderArgs['params']): [kind: OfferKind, id: number] => [
  offerKindOf(params.kind),
  Number(params.offerId),
]

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const desk = context.get(deskContext)
  const [kind, id] = keyOf(params)
  // The texts are the same at every laboratory.
  const mayChange = scopeOf(context.get(staffContext).grants, 'catalogue.change') === 'all'
  const entry = await desk.api.entryTexts(kind, id)
  const name = entry.texts.find((text) => text.kind === 'name')?.values
  const isChanging = mayChange && url.searchParams.has('change')
  return {
    ...entry,
    kind,
    id,
    name: name?.[desk.locale] ?? name?.en ?? entry.code,
    mayChange,
    isChanging,
    read: isChanging ? readMarks(entry.texts) : {},
  }
}

interface Done {
  problem: FormProblem | null
  reasons: RefusedReason[]
  /** What was typed: it stays beside what a colleague changed in the meantime. */
  typed: Record<string, string>
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const desk = context.get(deskContext)
  const form = await request.formData()
  const typed = typedTexts(form)
  const refused = (done: Partial<Done>) =>
    data<Done>({ problem: null, reasons: [], typed, ...done }, { status: done.problem?.status ?? 422 })
  try {
    const texts = changedTexts((await desk.api.entryTexts(...keyOf(params))).texts, typed)
    if (texts.length === 0) return refused({})
    const { id } = await desk.api.changeEntryTexts(...keyOf(params), {
      version: Number(form.get('version')),
      note: textsOf(form)('note'),
      texts,
    })
    return redirect(pathOf('edition', { editionId: id }))
  } catch (error) {
    return refused(refusalOf(desk, error))
  }
}

export const shouldRevalidate = reloadAfterConflict

type Loaded = Route.ComponentProps['loaderData']
type Texts = EntryTexts['texts'][number]

/** The texts of an analysis or a profile, with the four languages side by side, and a form to change them. */
export default function OfferTexts({ loaderData: loaded, actionData: done }: Route.ComponentProps) {
  const { t } = useTexts()
  const { name, code, kind, id, texts, mayChange, isChanging } = loaded
  const missing = texts.filter((text) => text.missing.length > 0).length
  const title = t('desk:texts.title', { name })
  return (
    <>
      <title>{title}</title>
      <div>
        <h1>{title}</h1>
        <p className="muted">
          {t(`desk:offers.kind.${kind}`)} <span className="deskCode">{code}</span> ·{' '}
          <Link to={pathOf('offer', { kind, offerId: id })}>{t('desk:texts.back')}</Link>
        </p>
      </div>
      <Tabs of="catalogue" />
      <ProblemNotice problem={done?.problem} />
      <RefusedReasons reasons={done?.reasons ?? []} />
      {done && !done.problem && done.reasons.length === 0 && (
        <Notice role="status">{t('desk:texts.nothing')}</Notice>
      )}
      <div className="row row-wrap between">
        <p>{missing > 0 ? t('desk:texts.missing', { count: missing }) : t('desk:texts.complete')}</p>
        {mayChange && !isChanging && (
          <ButtonLink
            look="quiet"
            size="s"
            to={withQuery(pathOf('offerTexts', { kind, offerId: id }), { change: 1 })}
          >
            {t('desk:texts.change')}
          </ButtonLink>
        )}
      </div>
      {isChanging ? <TextsForm {...loaded} typed={done?.typed ?? {}} /> : <TextsTable texts={texts} />}
    </>
  )
}

function TextsTable({
  texts,
  cell,
}: {
  texts: readonly Texts[]
  cell?: (text: Texts, locale: Locale) => ReactNode
}) {
  const { t } = useTexts()
  return (
    <DeskTable
      look="wide"
      caption={t('desk:texts.caption')}
      rows={texts}
      keyOf={({ field }) => field}
      columns={[
        {
          id: 'what',
          head: t('desk:catalogue.text'),
          cell: ({ kind, entries }) => (
            <>
              {t(`desk:texts.kind.${kind}`)}
              {entries > 1 && <p className="small muted">{t('desk:texts.shared', { count: entries })}</p>}
            </>
          ),
          isHead: true,
          className: styles.what,
        },
        ...LOCALES.map(
          (locale): DeskColumn<Texts> => ({
            id: locale,
            head: LANGUAGE_NAMES[locale],
            lang: locale,
            cell: (text) => cell?.(text, locale) ?? <Said text={text} locale={locale} />,
            className: styles.said,
          }),
        ),
      ]}
    />
  )
}

function Said({ text: { values, missing }, locale }: { text: Texts; locale: Locale }) {
  const { t } = useTexts()
  const value = values[locale]
  if (value) return <span lang={locale}>{value}</span>
  return missing.includes(locale) ? (
    <Tag tone="warn">{t('desk:texts.isMissing')}</Tag>
  ) : (
    <span className="muted">{t('desk:texts.asEnglish')}</span>
  )
}

function TextsForm({ texts, read, version, kind, id, code, typed }: Loaded & Pick<Done, 'typed'>) {
  const { t } = useTexts()
  const screen = pathOf('offerTexts', { kind, offerId: id })
  return (
    <Form method="post" className={styles.texts}>
      <p>{t('desk:texts.lead')}</p>
      <KeptFields form="texts" />
      <input type="hidden" name="version" value={version} />
      {Object.entries(read).map(([name, mark]) => (
        <input key={name} type="hidden" name={name} value={mark} />
      ))}
      <TextsTable
        texts={texts}
        cell={({ field, kind: what, values, missing }, locale) => (
          <label>
            <span className="visually-hidden">
              {t(`desk:texts.kind.${what}`)}, <span lang={locale}>{LANGUAGE_NAMES[locale]}</span>
            </span>
            <textarea
              // A text that a colleague has changed takes the place of the one that was read, unless it was typed over.
              key={values[locale] ?? ''}
              name={`${field} ${locale}`}
              lang={locale}
              className={styles.field}
              data-missing={missing.includes(locale) || undefined}
              rows={what === 'description' || what === 'synonyms' ? 5 : 2}
              defaultValue={typed[`${field} ${locale}`] ?? values[locale] ?? ''}
            />
          </label>
        )}
      />
      <TextField
        name="note"
        label={t('desk:texts.draft')}
        defaultValue={typed.note ?? t('desk:texts.note', { code })}
        maxLength={LONGEST_EDITION_NOTE}
        autoComplete="off"
        optional
      />
      <div className="row row-wrap">
        <SubmitButton look="primary">{t('desk:catalogue.preview')}</SubmitButton>
        <ButtonLink look="plain" to={screen} onClick={() => dropWords(({ path }) => path === screen)}>
          {t('desk:texts.leave')}
        </ButtonLink>
      </div>
    </Form>
  )
}
