import type { StaffSessionView } from '@shop/contract/staff'
import { deviceOf } from '@shop/domain/device'
import { moment } from '../texts/format.server.ts'
import type { Desk } from './desk-context.server.ts'

export interface SessionOnScreen {
  id: string
  /** "Chrome, Windows"; null if it is not recognised. */
  browser: string | null
  begun: string
  ends: string
  isCurrent: boolean
}

export const sessionsOnScreen = (sessions: readonly StaffSessionView[], desk: Desk): SessionOnScreen[] =>
  sessions.map(({ id, userAgent, createdAt, expiresAt, isCurrent }) => {
    const device = deviceOf(userAgent)
    return {
      id,
      browser: device && `${device.browser}, ${device.system}`,
      begun: moment(createdAt, desk),
      ends: moment(expiresAt, desk),
      isCurrent,
    }
  })
