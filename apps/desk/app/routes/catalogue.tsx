import { CATALOGUE_PARTS, type Edition, LISTED_EDITIONS } from '@shop/contract/editions'
import { LONGEST_EDITION_NOTE } from '@shop/contract/input-lengths'
import { scopeOf } from '@shop/domain/staff'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Card } from '@shop/storefront/ui/card.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { Tag } from '@shop/storefront/ui/tag.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import { data, Form, redirect } from 'react-router'
import { refusalOf } from '../catalogue/refusal-of.server.ts'
import { type RefusedReason, RefusedReasons } from '../catalogue/refused-reasons.tsx'
import { KeptFields } from '../forms/kept-fields.tsx'
import { ProblemNotice } from '../forms/problem-notice.tsx'
import { type FormProblem, textsOf } from '../forms/run-form.server.ts'
import { pathOf } from '../navigation.ts'
import { deskContext, staffContext } from '../session/desk-context.server.ts'
import { Tabs } from '../shell/tabs.tsx'
import { DeskTable, RowLink } from '../table/desk-table.tsx'
import { moment } from '../texts/format.server.ts'
import type { Route } from './+types/catalogue'

export async function loader({ context }: Route.LoaderArgs) {
  const desk = context.get(deskContext)
  const { editions } = await desk.api.catalogueOverview()
  return {
    // A catalogue belongs to the whole network.
    mayChange: scopeOf(context.get(staffContext).grants, 'catalogue.change') === 'all',
    editions: editions.map((edition) => ({
      ...edition,
      createdAt: moment(edition.createdAt, desk),
      published: edition.publishedAt && moment(edition.publishedAt, desk),
    })),
  }
}

/** `callable-regions.json` is the file for `callableRegions`. */
const partOf = (fileName: string) =>
  CATALOGUE_PARTS.find(
    (part) => `${part.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.json` === fileName,
  )

interface Done {
  unknown: string | null
  reasons: RefusedReason[]
  problem: FormProblem | null
  /** The typed description: a page without scripts keeps nothing. */
  note: string
}

export async function action({ context, request }: Route.ActionArgs) {
  const desk = context.get(deskContext)
  const form = await request.formData()
  const note = textsOf(form)('note')
  const files: Partial<Record<(typeof CATALOGUE_PARTS)[number], string>> = {}
  const refused = (done: Partial<Done>) =>
    data<Done>({ unknown: null, reasons: [], problem: null, note, ...done }, { status: 422 })
  for (const file of form.getAll('files')) {
    if (!(file instanceof File) || file.size === 0) continue
    const part = partOf(file.name)
    if (!part) return refused({ unknown: file.name })
    files[part] = await file.text()
  }
  if (Object.keys(files).length === 0) return refused({ unknown: '' })
  try {
    const { id } = await desk.api.uploadCatalogue({ note, files })
    return redirect(pathOf('edition', { editionId: id }))
  } catch (error) {
    return refused(refusalOf(desk, error))
  }
}

export default function Catalogue({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts()
  const { editions, mayChange } = loaderData
  return (
    <>
      <title>{t('desk:nav.catalogue')}</title>
      <h1>{t('desk:nav.catalogue')}</h1>
      <Tabs of="catalogue" />
      <div className="deskColumns">
        <section className="stack">
          <h2>{t('desk:catalogue.history')}</h2>
          <DeskTable
            caption={t('desk:catalogue.history')}
            rows={editions}
            most={LISTED_EDITIONS}
            keyOf={({ id }) => id}
            none={t('desk:catalogue.none')}
            columns={[
              {
                id: 'edition',
                head: t('desk:catalogue.edition'),
                cell: ({ id, note, createdAt }) => (
                  <>
                    <RowLink to={pathOf('edition', { editionId: id })}>{note || createdAt}</RowLink>{' '}
                    {note && <span className="muted nowrap">{createdAt}</span>}
                  </>
                ),
              },
              {
                id: 'state',
                head: t('desk:status'),
                cell: (edition) => <EditionTag edition={edition} />,
              },
              {
                id: 'origin',
                head: t('desk:catalogue.origin'),
                cell: ({ origin }) => t(`desk:catalogue.from.${origin}`),
                sortBy: ({ origin }) => t(`desk:catalogue.from.${origin}`),
              },
              {
                id: 'by',
                head: t('desk:catalogue.by'),
                cell: ({ createdBy }) => createdBy,
                sortBy: ({ createdBy }) => createdBy,
              },
              {
                id: 'published',
                head: t('desk:catalogue.published'),
                cell: ({ published }) => published,
                sortBy: ({ publishedAt }) => publishedAt,
              },
            ]}
          />
        </section>
        {mayChange && <UploadForm done={actionData} />}
      </div>
    </>
  )
}

function EditionTag({ edition }: { edition: Pick<Edition, 'isInForce' | 'state'> }) {
  const { t } = useTexts()
  if (edition.isInForce) return <Tag tone="ok">{t('desk:catalogue.inForce')}</Tag>
  return edition.state === 'draft' ? (
    <Tag tone="wait">{t('desk:catalogue.draft')}</Tag>
  ) : (
    <Tag>{t('desk:catalogue.earlier')}</Tag>
  )
}

function UploadForm({ done }: { done: Route.ComponentProps['actionData'] }) {
  const { t } = useTexts()
  const unknown = done?.unknown ?? null
  return (
    <Card as="section" stacked>
      <h2>{t('desk:catalogue.upload')}</h2>
      <p>{t('desk:catalogue.uploadLead')}</p>
      <ProblemNotice problem={done?.problem} />
      <RefusedReasons reasons={done?.reasons ?? []} />
      <Form method="post" encType="multipart/form-data" className="stack">
        <KeptFields form="upload" />
        <TextField
          name="files"
          type="file"
          accept=".json,application/json"
          multiple
          label={t('desk:catalogue.files')}
          error={
            unknown === null
              ? undefined
              : unknown
                ? t('desk:catalogue.unknownFile', { name: unknown })
                : t('desk:catalogue.noFile')
          }
          required
        />
        <TextField
          name="note"
          label={t('desk:catalogue.note')}
          defaultValue={done?.note}
          maxLength={LONGEST_EDITION_NOTE}
          autoComplete="off"
          optional
        />
        <div>
          <SubmitButton look="primary">{t('desk:catalogue.preview')}</SubmitButton>
        </div>
      </Form>
    </Card>
  )
}
