import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { classNames } from '@shop/storefront/ui/class-names.ts'
import { Link } from 'react-router'
import { pathOf, withQuery } from '../navigation.ts'
import styles from './calendar.module.css'
import type { CalendarOnScreen } from './calendar-form.tsx'
import { foldByHour, type PlacesTaken } from './week-rows.ts'

/** A week of times: how many places of each are taken. An hour in one row; the one that is unfolded shows its times below. */
export function WeekTable({ calendar, hour }: { calendar: CalendarOnScreen; hour: string | null }) {
  const { t } = useTexts()
  const { days, times, laboratory, from } = calendar
  const rows = foldByHour(times, hour)
  const foldedAt = (name: string) =>
    withQuery(pathOf('calendar'), { place: laboratory.id, from, hour: name === hour ? null : name })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <section className="deskScroll" tabIndex={0} aria-label={t('desk:calendar.caption')}>
      <table className={classNames('deskTable', styles.week)}>
        <caption className="visually-hidden">{t('desk:calendar.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('desk:calendar.time')}</th>
            {days.map(({ date, label }) => (
              <th key={date} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 && (
            <tr>
              <td colSpan={8}>{t('desk:calendar.closed')}</td>
            </tr>
          )}
          {rows.map((row) => (
            <tr key={row.time} className={row.isHour ? undefined : styles.part}>
              <th scope="row">
                {row.isHour ? (
                  <Link
                    to={foldedAt(row.time)}
                    preventScrollReset
                    aria-expanded={row.time === hour}
                    className={styles.hour}
                  >
                    {`${row.time}:00`}
                  </Link>
                ) : (
                  row.time
                )}
              </th>
              {days.map(({ date }) => (
                <Places key={date} places={row.byDay.get(date)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Places({ places: cell }: { places: PlacesTaken | undefined }) {
  const { t } = useTexts()
  if (!cell || (cell.places === 0 && cell.taken === 0)) {
    return (
      <td className={styles.off}>
        <span className="visually-hidden">{t('desk:calendar.closed')}</span>
      </td>
    )
  }
  const { taken, places } = cell
  return (
    <td className={taken >= places ? styles.full : taken > 0 ? styles.some : undefined}>
      <span aria-hidden="true">{`${taken}/${places}`}</span>
      <span className="visually-hidden">{t('desk:calendar.cell', { taken, places })}</span>
    </td>
  )
}
