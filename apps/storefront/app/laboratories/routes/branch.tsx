import { useSyncExternalStore } from 'react'
import { data, Form, Link } from 'react-router'
import { pathOf } from '../../platform/navigation/navigation.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { useShellData } from '../../platform/shell-data.ts'
import { OwnLanguage } from '../../platform/texts/own-language.tsx'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { Card } from '../../ui/card.tsx'
import { type Fact, Facts } from '../../ui/facts.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PageMeta } from '../../ui/page-meta.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { BranchMap } from '../branch-map.tsx'
import { type BranchView, loadBranch } from '../branches.server.ts'
import styles from '../laboratories.module.css'
import { OpenNow } from '../place-card.tsx'
import type { Route } from './+types/branch'

export async function loader({ context, params }: Route.LoaderArgs) {
  const branch = await loadBranch(context.get(shopContext), params.laboratoryId)
  if (!branch) throw data(null, { status: 404 })
  return { branch }
}

/** One branch: where it is, when it is open, when the next visit is free. */
export default function Branch({ loaderData: { branch } }: Route.ComponentProps) {
  const { t } = useTexts()
  const { label, comesHome, nearby } = branch
  return (
    <>
      <PageMeta
        title={label}
        description={t('laboratories.description', { place: label, count: branch.tests })}
        structured={branch.structured}
      />
      <PageHead
        title={<OwnLanguage>{label}</OwnLanguage>}
        windowTitle={null}
        above={t(comesHome ? 'order.kind.homeCall' : 'laboratories.branch')}
      >
        {!comesHome && <OpenNow open={branch.open} />}
      </PageHead>
      <div className={styles.branch}>
        <div className="stack">
          <Card stacked>
            <Facts facts={factsOf(branch, t)} />
            <ChooseBranch id={branch.id} />
          </Card>
          {branch.services.length > 0 && <Services services={branch.services} />}
          <Hours branch={branch} />
        </div>
        {!comesHome && (
          <Card stacked as="section" aria-labelledby="place-title">
            <SectionHead id="place-title" title={t('laboratories.where')} bare />
            <BranchMap centre={branch} nearby={nearby} label={t('laboratories.map')} />
            <MapLinks branch={branch} />
            {nearby.length > 0 && (
              <ol className={styles.nearby}>
                {nearby.map((other) => (
                  <li key={other.id}>
                    <Link className="hit" to={pathOf('branch', { laboratoryId: other.id })}>
                      <span lang="ru">{other.label}</span>
                    </Link>{' '}
                    <span className="small muted">
                      {t('laboratories.kilometres', { distance: other.kilometres })}
                    </span>
                  </li>
                ))}
              </ol>
            )}
          </Card>
        )}
      </div>
    </>
  )
}

function factsOf(branch: BranchView, t: ReturnType<typeof useTexts>['t']): Fact[] {
  return [
    {
      icon: 'calendar',
      term: t('laboratories.nextFree'),
      value: branch.nextFree ?? branch.noneFree,
    },
    {
      icon: 'test-tube',
      term: t('laboratories.offers'),
      value: `${t('shell.tests', { count: branch.tests })}, ${t('laboratories.profiles', { count: branch.profiles })}`,
    },
    ...(branch.email
      ? [
          {
            icon: 'mail',
            term: t('forms.person.email'),
            value: <MailLink to={branch.email} />,
          } as const,
        ]
      : []),
  ]
}

function MailLink({ to }: { to: string }) {
  const [name, domain] = to.split(/(?=@)/)
  return (
    <a className={styles.email} href={`mailto:${to}`}>
      <span>{name}</span>
      <span>{domain}</span>
    </a>
  )
}

function Services({ services }: Pick<BranchView, 'services'>) {
  const { t } = useTexts()
  return (
    <Card stacked as="section" aria-labelledby="services-title">
      <SectionHead id="services-title" title={t('laboratories.services.title')} bare />
      <ul className={styles.services}>
        {services.map((service) => (
          <li key={service}>
            <Icon name="check" size="s" /> {t(`laboratories.services.${service}`)}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Makes this the place whose prices and times are shown. */
function ChooseBranch({ id }: { id: string }) {
  const { t } = useTexts()
  const isChosen = useShellData()?.laboratory?.id === id
  if (isChosen) {
    return (
      <p className={styles.chosen}>
        <Icon name="check" /> {t('laboratories.chosen')}
      </p>
    )
  }
  return (
    <Form method="post" action={`${pathOf('laboratory')}?pathnameToReturn=${pathOf('search')}`}>
      <SubmitButton name="quick" value={id} wide>
        {t('laboratories.choose')}
      </SubmitButton>
    </Form>
  )
}

function Hours({ branch: { week, comesHome } }: { branch: BranchView }) {
  const { t } = useTexts()
  return (
    <Card stacked as="section" aria-labelledby="hours-title">
      <SectionHead
        id="hours-title"
        title={t(comesHome ? 'laboratories.visits' : 'laboratories.hours')}
        bare
      />
      <table className={styles.hours}>
        <tbody>
          {week.map(({ day, hours, isToday }) => (
            <tr key={day} {...(isToday ? { 'aria-current': 'date' } : {})}>
              <th scope="row" className="capital">
                {day}
              </th>
              <td>{hours ?? t('laboratories.closed')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

const subscribeToNothing = () => () => {}
/** Apple's maps do not open `geo:` links. */
const useIsApple = () =>
  useSyncExternalStore(
    subscribeToNothing,
    () => /iPhone|iPad|Macintosh/.test(navigator.userAgent),
    () => false,
  )

/** Links to the phone's maps and to directions. Nothing leaves the shop until one is clicked. */
function MapLinks({ branch: { latitude, longitude, address, city } }: { branch: BranchView }) {
  const { t } = useTexts()
  const isApple = useIsApple()
  const place = encodeURIComponent(`${city}, ${address}`)
  const at = `${latitude},${longitude}`
  return (
    <p className={styles.mapLinks}>
      <a
        className="hit"
        href={isApple ? `https://maps.apple.com/?ll=${at}&q=${place}` : `geo:${at}?q=${place}`}
        rel="noreferrer"
      >
        <Icon name="map-pin" size="s" /> {t('laboratories.openMaps')}
      </a>
      <a
        className="hit"
        href={`https://www.openstreetmap.org/directions?to=${latitude}%2C${longitude}`}
        rel="noreferrer"
      >
        <Icon name="arrow-right" size="s" /> {t('laboratories.route')}
      </a>
    </p>
  )
}
