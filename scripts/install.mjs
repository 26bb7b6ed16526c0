// How packages are installed. Plain JavaScript for Node 20, since nothing is installed yet in a fresh clone.

const QUIET = ['--no-audit', '--no-fund']

/**
 * Installs exactly what the lock file says (`npm ci`). If the lock file lacks optional binaries for some platforms,
 * `npm ci` refuses before it touches anything; then, or if the registry stops answering half-way, `npm install`
 * takes over with the same lock file, which it does not change. `npm` runs npm with these arguments and returns its
 * exit code, as this function does.
 */
export async function installDependencies(npm) {
  // Its messages would look like a failure.
  if ((await npm(['ci', ...QUIET, '--loglevel=silent'])) === 0) return 0
  return npm(['install', '--no-save', ...QUIET, '--loglevel=error'])
}
