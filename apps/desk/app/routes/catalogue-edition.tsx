import { CATALOGUE_PARTS, type EditionPreview } from '@shop/contract/editions'
import { scopeOf } from '@shop/domain/staff'
import { LANGUAGE_NAMES } from '@shop/storefront/texts/language-names.ts'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { ButtonLink } from '@shop/storefront/ui/button.tsx'
import { Card } from '@shop/storefront/ui/card.tsx'
import { Checkbox } from '@shop/storefront/ui/checkbox.tsx'
import { Notice } from '@shop/storefront/ui/notice.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { Tag } from '@shop/storefront/ui/tag.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import { Form, Link } from 'react-router'
import { changeCatalogueEdition } from '../catalogue/change-catalogue-edition.server.ts'
import { differingWords } from '../catalogue/differing-words.ts'
import { fieldWords, valueWords } from '../catalogue/field-words.ts'
import { reloadAfterConflict } from '../forms/after-form.ts'
import { KeptFields } from '../forms/kept-fields.tsx'
import { ProblemNotice } from '../forms/problem-notice.tsx'
import { answerForm } from '../forms/run-form.server.ts'
import { pathOf, withQuery } from '../navigation.ts'
import { deskContext, staffContext } from '../session/desk-context.server.ts'
import { AlarmTag } from '../shell/alarm-tag.tsx'
import { Tabs } from '../shell/tabs.tsx'
import { DeskTable } from '../table/desk-table.tsx'
import { moment } from '../texts/format.server.ts'
import type { Route } from './+types/catalogue-edition'

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const desk = context.get(deskContext)
  const query = url.searchParams
  const part = CATALOGUE_PARTS.find((known) => known === query.get('part'))
  const after = /^\d{1,7}$/.exec(query.get('after') ?? '')?.[0] ?? '0'
  const edition = await desk.api.previewEdition(params.editionId, { part, after })
  return {
    part,
    after: Number(after),
    // A catalogue belongs to the whole network.
    mayChange: scopeOf(context.get(staffContext).grants, 'catalogue.change') === 'all',
    edition: { ...edition, createdAt: moment(edition.createdAt, desk) },
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await request.formData()
  return answerForm(await changeCatalogueEdition(context.get(deskContext), params.editionId, form))
}

export const shouldRevalidate = reloadAfterConflict

const TONES = { added: 'ok', changed: 'wait' } as const

export default function CatalogueEdition({ loaderData: loaded, actionData: done }: Route.ComponentProps) {
  const { t } = useTexts()
  const { edition, mayChange } = loaded
  const { counts, isInForce, version, createdBy } = edition
  const changeCount = sumOf(counts)
  const isSame = changeCount === 0
  const isPublished = done?.intent === 'publish'
  const isInvalid = done?.problem?.code === 'invalid_fields'
  const title = edition.note || t('desk:catalogue.of', { at: edition.createdAt })
  return (
    <>
      <title>{title}</title>
      <h1>{title}</h1>
      <p className="muted">
        {[t(`desk:catalogue.from.${edition.origin}`), edition.createdAt, createdBy]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <Tabs of="catalogue" />
      {!isInvalid && <ProblemNotice problem={done?.problem} />}
      {done?.result && done.result.count !== null && (
        <Notice tone="ok" role="status">
          {t('desk:offers.editionPlanned', { count: done.result.count })}{' '}
          <Link to={pathOf('offers')}>{t('desk:offers.coming')}</Link>
        </Notice>
      )}
      {isInForce && (
        <Notice tone="ok" role="status">
          {t('desk:catalogue.isInForce')}
        </Notice>
      )}
      {!edition.isCompared && <Notice tone="warn">{t('desk:catalogue.notCompared')}</Notice>}
      {!isInForce && isSame && <Notice>{t('desk:catalogue.same')}</Notice>}
      {!isSame && (
        <Card as="section" stacked>
          <h2>{t('desk:catalogue.wouldChange')}</h2>
          <ul className="stack stack-s">
            {counts
              .filter((one) => sumOf([one]) > 0)
              .map((one) => (
                <li key={one.part}>
                  <Link to={pageOf(edition, { part: one.part })}>{t(`desk:catalogue.part.${one.part}`)}</Link>{' '}
                  {one.withdrawn > 0 && (
                    <AlarmTag isEnd>{t('desk:catalogue.count.withdrawn', { count: one.withdrawn })}</AlarmTag>
                  )}{' '}
                  {COUNTED.filter((kind) => one[kind] > 0)
                    .map((kind) => t(`desk:catalogue.count.${kind}`, { count: one[kind] }))
                    .join(', ')}
                </li>
              ))}
          </ul>
          {mayChange && (
            <Form method="post" className="stack">
              <input type="hidden" name="version" value={version} />
              <Stops
                edition={edition}
                error={isPublished && isInvalid ? t('desk:catalogue.stopsUnread') : undefined}
              />
              <SubmitButton look="primary" name="intent" value="publish">
                {t(edition.state === 'draft' ? 'desk:catalogue.publish' : 'desk:catalogue.back', {
                  count: changeCount,
                })}
              </SubmitButton>
            </Form>
          )}
          {mayChange && edition.isOfPrices && edition.state === 'draft' && (
            <Form method="post" className="stack">
              <p>{t('desk:offers.editionLead')}</p>
              <KeptFields form="plan" />
              <input type="hidden" name="version" value={version} />
              <TextField
                name="fromDay"
                type="date"
                label={t('desk:firstDay')}
                hint={t('desk:offers.dayHint')}
                error={!isPublished && isInvalid ? t('desk:offers.dayWrong') : undefined}
                required
              />
              <div>
                <SubmitButton look="quiet" name="intent" value="plan">
                  {t('desk:offers.submit')}
                </SubmitButton>
              </div>
            </Form>
          )}
        </Card>
      )}
      {!isSame && <Changes {...loaded} />}
    </>
  )
}

const COUNTED = ['changed', 'added'] as const

const sumOf = (counts: EditionPreview['counts']) =>
  counts.reduce((sum, { added, changed, withdrawn }) => sum + added + changed + withdrawn, 0)

/** What can no longer be ordered once this edition is in force; it is to be read before it is published. */
function Stops({
  edition: { stops = [], stopCount = 0 },
  error,
}: {
  edition: EditionPreview
  error: string | undefined
}) {
  const { t } = useTexts()
  if (stopCount === 0) return null
  return (
    <Notice tone="bad" title={t('desk:catalogue.stops', { count: stopCount })}>
      <input type="hidden" name="stops" value={stopCount} />
      <ul>
        {stops.map(({ part, name }) => (
          <li key={`${part} ${name}`}>
            {t(part === 'callableRegions' ? 'desk:catalogue.stopsVisits' : 'desk:catalogue.stopsOffer', {
              name,
              part: t(`desk:catalogue.part.${part}`),
            })}
          </li>
        ))}
        {stopCount > stops.length && (
          <li>{t('desk:catalogue.stopsMore', { count: stopCount - stops.length })}</li>
        )}
      </ul>
      <Checkbox name="confirmed" required label={t('desk:catalogue.stopsRead')} error={error} />
    </Notice>
  )
}

const pageOf = ({ id }: EditionPreview, page: { part?: string | undefined; after?: number }) =>
  withQuery(pathOf('edition', { editionId: id }), page)

/** A page of the changes, of one part or of all, with links to the others. */
function Changes({ edition, part, after }: Route.ComponentProps['loaderData']) {
  const { t } = useTexts()
  const { changes, counts, next } = edition
  const count = sumOf(counts.filter((one) => !part || one.part === part))
  return (
    <>
      <p role="status">
        {part && `${t(`desk:catalogue.part.${part}`)}: `}
        {changes.length > 0 && changes.length < count
          ? t('desk:catalogue.page', { from: after + 1, to: after + changes.length, count })
          : t('desk:catalogue.changes', { count })}
      </p>
      {changes.length > 0 && <ChangesTable changes={changes} />}
      <div className="row row-wrap">
        {part && (
          <ButtonLink look="quiet" to={pageOf(edition, {})}>
            {t('desk:catalogue.everyPart')}
          </ButtonLink>
        )}
        {after > 0 && (
          <ButtonLink look="quiet" to={pageOf(edition, { part })}>
            {t('desk:catalogue.first')}
          </ButtonLink>
        )}
        {typeof next === 'number' && (
          <ButtonLink look="quiet" iconAfter="arrow-right" to={pageOf(edition, { part, after: next })}>
            {t('catalogue.pages.next')}
          </ButtonLink>
        )}
      </div>
    </>
  )
}

function ChangesTable({ changes }: Pick<EditionPreview, 'changes'>) {
  const { t } = useTexts()
  return (
    <DeskTable
      look="wide"
      caption={t('desk:catalogue.wouldChange')}
      rows={changes}
      keyOf={({ part, key }) => `${part} ${key}`}
      columns={[
        {
          id: 'change',
          head: t('desk:catalogue.change'),
          cell: ({ change }) =>
            change === 'withdrawn' ? (
              <AlarmTag isEnd>{t('desk:catalogue.kind.withdrawn')}</AlarmTag>
            ) : (
              <Tag tone={TONES[change]}>{t(`desk:catalogue.kind.${change}`)}</Tag>
            ),
        },
        {
          id: 'entry',
          head: t('desk:catalogue.entry'),
          cell: ({ part, key, name }) => (
            <>
              <span className="muted">{t(`desk:catalogue.part.${part}`)}</span>{' '}
              {/* A translation is identified by its English text, so that is shown. */}
              {part === 'translations' ? (
                <>
                  <span lang="en">{key}</span>{' '}
                  {name !== key && (
                    <span className="muted" lang="pl">
                      {name}
                    </span>
                  )}
                </>
              ) : (
                <>
                  <span className="deskCode">{key}</span> {name !== key && name}
                </>
              )}
            </>
          ),
        },
        {
          id: 'fields',
          head: t('desk:catalogue.fields'),
          cell: ({ fields }) => (
            <ul>
              {fields.map((one) => (
                <li key={one.field}>
                  <ChangedField {...one} />
                </li>
              ))}
            </ul>
          ),
        },
      ]}
    />
  )
}

type Field = EditionPreview['changes'][number]['fields'][number]

function ChangedField({ field, before, after }: Field) {
  const texts = useTexts()
  const { words, language } = fieldWords(field, texts)
  return (
    <>
      {words}
      {language && (
        <span className="muted" lang={language}>
          {` · ${LANGUAGE_NAMES[language]}`}
        </span>
      )}
      :{' '}
      <span lang={language}>
        <BeforeAndAfter
          before={valueWords({ field, value: before }, texts)}
          after={valueWords({ field, value: after }, texts)}
        />
      </span>
    </>
  )
}

/** In a changed text only the words that differ are marked; an entirely different text is shown beside the old one. */
function BeforeAndAfter({ before, after }: { before: string | null; after: string | null }) {
  const { head, removed, added, tail } = differingWords(before ?? '', after ?? '')
  if (head + tail === '') {
    return (
      <>
        <del>{before ?? '—'}</del> → <ins>{after ?? '—'}</ins>
      </>
    )
  }
  return (
    <>
      {head}
      {removed && <del>{removed}</del>}
      {removed && added && ' '}
      {added && <ins>{added}</ins>}
      {tail}
    </>
  )
}
