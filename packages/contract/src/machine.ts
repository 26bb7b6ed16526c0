import { z } from 'zod'
import { EDITION_ORIGINS, EDITION_STATES } from './editions.ts'
import { instantSchema, personalIdSchema } from './fields.ts'

/** The parts whose health the machine room shows. */
const MACHINE_PARTS = ['database', 'mail', 'jobs', 'migrations'] as const

export const machineRoomSchema = z
  .object({
    parts: z.array(z.object({ part: z.enum(MACHINE_PARTS), isWell: z.boolean() })),
    versions: z.object({
      release: z.string(),
      node: z.string(),
      database: z.string(),
      migration: z.string().describe('The newest migration that this release knows'),
      dueMigrations: z.array(z.string()),
      catalogue: z.int().describe('Version of the catalogue'),
    }),
    queues: z.array(
      z.object({
        queue: z.string(),
        due: z.int().describe('Jobs that are due'),
        oldestSeconds: z.number(),
        failed: z.int(),
      }),
    ),
    jobs: z
      .array(
        z.object({
          queue: z.string(),
          id: personalIdSchema,
          template: z.string().nullable().describe('For a mail: its template'),
          reason: z.string().nullable().describe('Name of the error, or the mail server’s code'),
          isRefused: z.boolean().describe('The mail server refused it for good'),
          tries: z.int(),
          at: instantSchema,
        }),
      )
      .describe('Jobs given up and mails refused, latest first, at most 200 of each'),
    imports: z
      .array(
        z.object({
          id: personalIdSchema,
          at: instantSchema,
          origin: z.enum(EDITION_ORIGINS),
          state: z.enum(EDITION_STATES),
          isInForce: z.boolean(),
        }),
      )
      .describe('Imports of the catalogue, latest first, at most 20'),
  })
  .meta({ id: 'MachineRoom' })
export type MachineRoom = z.infer<typeof machineRoomSchema>
