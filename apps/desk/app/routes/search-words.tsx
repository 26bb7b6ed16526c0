import { LISTED } from '@shop/contract/desk'
import { LONGEST_QUERY, LONGEST_SEARCH_TERM, SHORTEST_QUERY } from '@shop/contract/input-lengths'
import type { SynonymKind } from '@shop/contract/search-words'
import { LOCALES } from '@shop/domain/locale'
import { scopeOf } from '@shop/domain/staff'
import { LANGUAGE_NAMES } from '@shop/storefront/texts/language-names.ts'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Button } from '@shop/storefront/ui/button.tsx'
import { Card } from '@shop/storefront/ui/card.tsx'
import { Notice } from '@shop/storefront/ui/notice.tsx'
import { RadioGroup } from '@shop/storefront/ui/radio-group.tsx'
import { SelectField } from '@shop/storefront/ui/select-field.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { Tag } from '@shop/storefront/ui/tag.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import { Form, Link } from 'react-router'
import { KeptFields } from '../forms/kept-fields.tsx'
import { ProblemNotice } from '../forms/problem-notice.tsx'
import { answerForm, doIntent, textsOf } from '../forms/run-form.server.ts'
import { pathOf, withQuery } from '../navigation.ts'
import { deskContext, staffContext } from '../session/desk-context.server.ts'
import { DeskTable } from '../table/desk-table.tsx'
import type { Route } from './+types/search-words'

/** The search is in the address: it contains no personal data. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const desk = context.get(deskContext)
  const search = url.searchParams
  const find = search.get('find')?.slice(0, LONGEST_SEARCH_TERM) ?? ''
  const [queries, synonyms, targets] = await Promise.all([
    desk.api.unansweredQueries(),
    desk.api.addedSynonyms(),
    find ? desk.api.synonymTargets({ searchNameTerm: find }) : null,
  ])
  return {
    // The words apply at every laboratory.
    mayChange: scopeOf(context.get(staffContext).grants, 'search.change') === 'all',
    words: search.get('words')?.slice(0, LONGEST_QUERY) ?? '',
    locale: LOCALES.find((known) => known === search.get('locale')) ?? desk.locale,
    find,
    queries,
    synonyms,
    targets,
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const desk = context.get(deskContext)
  const form = await request.formData()
  const text = textsOf(form)
  const [kind, targetId] = text('target').split(' ')
  const done = await doIntent(desk, form, {
    remove: async () => {
      await desk.api.removeSynonym(Number(text('id')))
      return 'removed' as const
    },
    add: async () => {
      const { isFound } = await desk.api.addSynonym({
        words: text('words'),
        locale: LOCALES.find((known) => known === text('locale')) ?? desk.locale,
        kind: kind as SynonymKind,
        targetId: Number(targetId),
      })
      return isFound ? ('added' as const) : ('addedUnfound' as const)
    },
  })
  const typed = { words: text('words'), locale: text('locale'), target: text('target') }
  return answerForm({ ...done, typed: done.problem && done.intent === 'add' ? typed : null })
}

type Loaded = Route.ComponentProps['loaderData']

/** Searches that find nothing, and the words added for them. */
export default function SearchWords({ loaderData: loaded, actionData: done }: Route.ComponentProps) {
  const { t } = useTexts()
  const refused = done?.problem && done.intent === 'add' ? done : undefined
  const wrong = refused?.problem?.code === 'invalid_fields' ? refused.problem.fields : null
  return (
    <>
      <title>{t('desk:nav.searchWords')}</title>
      <h1>{t('desk:nav.searchWords')}</h1>
      {done?.result && (
        <Notice tone={done.result === 'addedUnfound' ? 'warn' : 'ok'} role="status">
          {t(`desk:searchWords.${done.result}`)}
        </Notice>
      )}
      {!wrong && <ProblemNotice problem={done?.problem} />}
      <div className="deskColumns">
        <div className="stack">
          <Unanswered {...loaded} />
          <Added {...loaded} />
        </div>
        {loaded.mayChange ? (
          <AddForm
            key={JSON.stringify([loaded.words, loaded.locale, loaded.find])}
            {...loaded}
            typed={refused?.typed}
            wrong={wrong}
          />
        ) : (
          <p className="muted">{t('desk:searchWords.ofNetwork')}</p>
        )}
      </div>
    </>
  )
}

function Unanswered({ queries, mayChange }: Loaded) {
  const { t } = useTexts()
  return (
    <section aria-labelledby="unanswered" className="stack">
      <h2 id="unanswered">{t('desk:searchWords.unanswered')}</h2>
      <p className="small muted">{t('desk:searchWords.privacy')}</p>
      <DeskTable
        caption={{ labelledBy: 'unanswered' }}
        rows={queries}
        most={LISTED}
        keyOf={({ locale, query }) => `${locale} ${query}`}
        none={t('desk:searchWords.none')}
        columns={[
          {
            id: 'query',
            head: t('desk:searchWords.query'),
            cell: ({ query, locale }) => <span lang={locale}>{query}</span>,
            sortBy: ({ query }) => query,
          },
          {
            id: 'language',
            head: t('shell.language'),
            cell: ({ locale }) => <span lang={locale}>{LANGUAGE_NAMES[locale]}</span>,
            sortBy: ({ locale }) => LANGUAGE_NAMES[locale],
          },
          {
            id: 'people',
            head: t('desk:searchWords.people'),
            cell: ({ people }) => people,
            sortBy: ({ people }) => people,
            isNumber: true,
          },
          {
            id: 'last',
            head: t('desk:searchWords.last'),
            cell: ({ lastDay }) => lastDay,
            sortBy: ({ lastDay }) => lastDay,
          },
          {
            id: 'state',
            head: t('desk:status'),
            cell: ({ isAnswered }) => (
              <Tag tone={isAnswered ? 'ok' : 'wait'}>
                {t(isAnswered ? 'desk:searchWords.answered' : 'desk:searchWords.open')}
              </Tag>
            ),
            sortBy: ({ isAnswered }) => Number(isAnswered),
          },
          mayChange && {
            id: 'steps',
            head: t('desk:actions'),
            cell: ({ query, locale, isAnswered }) =>
              !isAnswered && (
                <Link to={`${withQuery(pathOf('searchWords'), { words: query, locale })}#add`}>
                  {t('desk:searchWords.use')}
                  <span className="visually-hidden">: {query}</span>
                </Link>
              ),
          },
        ]}
      />
    </section>
  )
}

interface AddFormProps extends Loaded {
  /** What was typed, if it was refused: a page without scripts keeps nothing. */
  typed: { words: string; locale: string; target: string } | null | undefined
  /** Paths of the invalid fields; null: none. */
  wrong: readonly string[] | null
}

/** One form, so what is added is what its fields show, even if they were changed after the search. */
function AddForm({ words, locale, find, targets, typed, wrong }: AddFormProps) {
  const { t } = useTexts()
  const areWordsWrong = wrong?.includes('words') ?? false
  return (
    <Card as="section" id="add" aria-labelledby="add-words">
      <Form method="post" className="stack" preventScrollReset>
        <h2 id="add-words">{t('desk:searchWords.add')}</h2>
        <KeptFields form="add" />
        <TextField
          name="words"
          label={t('desk:searchWords.words')}
          hint={areWordsWrong ? undefined : t('desk:searchWords.wordsHint')}
          error={areWordsWrong ? t('desk:searchWords.wordsHint') : undefined}
          defaultValue={typed?.words ?? words}
          minLength={SHORTEST_QUERY}
          maxLength={LONGEST_QUERY}
          autoComplete="off"
          required
        />
        <SelectField
          name="locale"
          label={t('shell.language')}
          defaultValue={typed?.locale ?? locale}
          options={LOCALES.map((value) => ({ value, label: LANGUAGE_NAMES[value], lang: value }))}
        />
        <TextField
          name="find"
          type="search"
          label={t('desk:searchWords.find')}
          hint={t('desk:searchWords.findHint')}
          defaultValue={find}
          autoComplete="off"
          required
        />
        <Button type="submit" look="quiet" icon="search" formMethod="get">
          {t('desk:find')}
        </Button>
        {targets?.length === 0 && <p role="status">{t('desk:searchWords.noTargets')}</p>}
        {targets && targets.length > 0 && (
          <>
            {/* Not `required`: another search needs no choice. */}
            <RadioGroup
              name="target"
              legend={t('desk:searchWords.targets')}
              defaultValue={typed?.target}
              error={wrong && !areWordsWrong ? t('desk:searchWords.choose') : undefined}
              options={targets.map(({ kind, targetId, name }) => ({
                value: `${kind} ${targetId}`,
                title: name,
                description: t(`desk:searchWords.kind.${kind}`),
              }))}
            />
            <SubmitButton look="primary" name="intent" value="add">
              {t('desk:searchWords.submit')}
            </SubmitButton>
          </>
        )}
      </Form>
    </Card>
  )
}

function Added({ synonyms, mayChange }: Loaded) {
  const { t } = useTexts()
  return (
    <section aria-labelledby="added" className="stack">
      <h2 id="added">{t('desk:searchWords.own')}</h2>
      <DeskTable
        caption={{ labelledBy: 'added' }}
        rows={synonyms}
        keyOf={({ id }) => id}
        none={t('desk:searchWords.ownNone')}
        columns={[
          {
            id: 'words',
            head: t('desk:searchWords.words'),
            cell: ({ words, locale }) => <span lang={locale}>{words}</span>,
            sortBy: ({ words }) => words,
          },
          {
            id: 'language',
            head: t('shell.language'),
            cell: ({ locale }) => <span lang={locale}>{LANGUAGE_NAMES[locale]}</span>,
            sortBy: ({ locale }) => LANGUAGE_NAMES[locale],
          },
          {
            id: 'target',
            head: t('desk:searchWords.target'),
            cell: ({ kind, name, isFound }) => (
              <>
                <span className="muted">{t(`desk:searchWords.kind.${kind}`)}</span> {name}{' '}
                {!isFound && <Tag tone="warn">{t('desk:searchWords.unfound')}</Tag>}
              </>
            ),
            sortBy: ({ name }) => name,
          },
          mayChange && {
            id: 'steps',
            head: t('desk:actions'),
            cell: ({ id, words }) => (
              <Form method="post">
                <input type="hidden" name="id" value={id} />
                <SubmitButton look="plain" size="s" name="intent" value="remove">
                  {t('desk:searchWords.remove')}
                  <span className="visually-hidden">: {words}</span>
                </SubmitButton>
              </Form>
            ),
          },
        ]}
      />
    </section>
  )
}
