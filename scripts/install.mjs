// How packages are installed. Plain JavaScript that Node 20 runs, since nothing is installed yet on a fresh clone.

const QUIET = ['--no-audit', '--no-fund']

/**
 * Installs just what the lock file says (`npm ci`). That refuses a lock file which lacks the optional binaries of platforms that
 * the registry at hand lacks, before it touches anything; then, and where the registry has stopped answering half-way, `npm
 * install` does it, from the same lock file and without changing it. `npm` runs npm with these arguments and answers its exit
 * code, as this does.
 */
export async function installDependencies(npm) {
  // What is told would read like a failure.
  if ((await npm(['ci', ...QUIET, '--loglevel=silent'])) === 0) return 0
  return npm(['install', '--no-save', ...QUIET, '--loglevel=error'])
}
