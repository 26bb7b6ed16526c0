import { randomUUID } from 'node:crypto'
import { Client, DatabaseError } from 'pg'

const UNIQUE_VIOLATION = '23505'
/** A table with fewer rows counts as small, however the shop grows. */
const SMALL_TABLE = 4000

export interface Statement {
  text: string
  parameters: unknown[]
}

/** A node of PostgreSQL's plan after execution, with the fields that are used. */
interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: PlanNode[]
}

export interface PlanLimits {
  /** Rows that one statement may read, and the most that it may sort. */
  rows: number
  /** Blocks of 8 kB that one statement may touch. */
  blocks: number
}

export interface ReadPlan {
  rows: number
  blocks: number
  /** What in it grows with the tables. */
  faults: string[]
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
/** A statement that only adds rows reads nothing, and could not be run again. */
const isReading = ({ text }: Statement) => /^\s*(select|with|update|delete)\b/i.test(text)

function lookedAt(node: PlanNode): number {
  const each =
    node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return each * node['Actual Loops']
}

function judge(root: PlanNode, large: ReadonlySet<string>, limits: PlanLimits): ReadPlan {
  // A node that never ran read nothing.
  const nodes = nodesOf(root).filter((node) => node['Actual Loops'] > 0)
  const rows = nodes
    .filter((node) => node['Relation Name'] && /Scan$/.test(node['Node Type']))
    .reduce((sum, node) => sum + lookedAt(node), 0)
  const blocks = root['Shared Hit Blocks'] + root['Shared Read Blocks']
  const scans = nodes.filter(
    (node) => node['Node Type'] === 'Seq Scan' && large.has(node['Relation Name'] ?? ''),
  )
  const sorts = nodes.filter((node) => /Sort$/.test(node['Node Type']))
  const sorted = Math.max(0, ...sorts.flatMap(({ Plans = [] }) => Plans.map(lookedAt)))
  return {
    rows,
    blocks,
    faults: [
      ...scans.map((node) => `reads all of ${node['Relation Name']}`),
      ...(rows > limits.rows ? [`looks at ${rows} rows`] : []),
      ...(sorted > limits.rows ? [`sorts ${sorted} rows`] : []),
      ...(blocks > limits.blocks ? [`touches ${blocks} blocks`] : []),
    ],
  }
}

/** The id of a row that the statement adds while reading, if it was already added by the first run. */
function takenKey(error: unknown): string | undefined {
  if (!(error instanceof DatabaseError) || error.code !== UNIQUE_VIOLATION) return undefined
  return /\)=\(([^,)]+)/.exec(error.detail ?? '')?.[1]
}

export interface PlanReader {
  /** Runs the statement again, rolls back its changes and says how PostgreSQL executed it; null: there is no plan. */
  read(statement: Statement): Promise<ReadPlan | null>
  /** Each statement with a fault: `orders: reads all of order_line: select …`. */
  findFaults(name: string, statements: readonly Statement[], limits?: Partial<PlanLimits>): Promise<string[]>
  close(): Promise<void>
}

/** Reads plans in a filled database; it reads the tables' sizes first. */
export async function openPlanReader(url: string, common: PlanLimits): Promise<PlanReader> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('vacuum analyze')
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relkind = 'r' and relnamespace::regnamespace::text !~ '^(pg_|information_schema)' and reltuples >= $1`,
    [SMALL_TABLE],
  )
  const large = new Set(tables.map(({ name }) => name))
  async function run(statement: Statement, limits: PlanLimits, tries = 3): Promise<ReadPlan | null> {
    if (!isReading(statement)) return null
    // Foreign keys are not checked: rows that it adds may refer to rows whose ids differ in this try.
    await client.query('begin; set local session_replication_role = replica')
    try {
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (analyze, buffers, timing off, format json) ${statement.text}`,
        statement.parameters,
      )
      return judge(rows[0]!['QUERY PLAN'][0].Plan, large, limits)
    } catch (error) {
      const taken = takenKey(error)
      if (!taken || tries === 0) throw error
      await client.query('rollback')
      const parameters = statement.parameters.map((value) => (value === taken ? randomUUID() : value))
      return await run({ ...statement, parameters }, limits, tries - 1)
    } finally {
      await client.query('rollback')
    }
  }
  return {
    read: (statement) => run(statement, common),
    async findFaults(name, statements, limits) {
      const found: string[] = []
      for (const statement of statements) {
        const plan = await run(statement, { ...common, ...limits })
        const text = statement.text.replaceAll(/\s+/g, ' ').trim()
        if (plan && plan.faults.length > 0) found.push(`${name}: ${plan.faults.join(', ')}: ${text}`)
      }
      return [...new Set(found)]
    },
    close: () => client.end(),
  }
}
