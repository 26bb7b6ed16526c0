// What is checked without running anything, by name: `npm run check` runs them side by side, `npm test` one after the other.
import { join } from 'node:path'
import { node, root } from './project.mjs'

export const bin = (name) => join(root, 'node_modules/.bin', name)

/** Types of the routes' parameters and data; what reads the sources' types needs them. */
export const ROUTE_TYPES = ['route types', bin('react-router'), ['typegen', 'apps/storefront']]

export const CHECKS = [
  ['lint', bin('biome'), ['check', '--error-on-warnings', '.']],
  ['types', bin('tsc'), ['--noEmit']],
  ['unused code', bin('knip'), []],
  ['boundaries', bin('depcruise'), ['--config', 'boundaries.config.mjs', 'apps', 'packages']],
  ['migrations', node, ['scripts/lint-migrations.mjs']],
  ['catalogue', node, ['catalogue/check.mjs']],
]
