// What `npm test` reads of a run: counts, failures, and how long each file took. The default export is a Vitest
// reporter.
import { writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

const WIDTH = 300
/** One line for a failure: where it happened and the beginning of what it said. */
const line = (names, errors) => {
  const said = errors.map((error) => error?.message ?? error?.value ?? '').join(' ')
  const text = stripVTControlCharacters(said).replace(/\s+/g, ' ').trim()
  return `${names.filter(Boolean).join(' › ')}: ${text.slice(0, WIDTH)}`
}

export default class Times {
  onTestRunEnd(modules, unhandled) {
    const tests = modules.flatMap(({ children }) => [...children.allTests()])
    const states = tests.map((test) => test.result().state)
    const bad = tests.filter((test) => test.result().state === 'failed')
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()])
    const failures = [
      ...bad.map((test) => line([test.module.relativeModuleId, test.fullName], test.result().errors)),
      ...suites
        .filter((suite) => suite.errors().length)
        .map((suite) => line([(suite.module ?? suite).relativeModuleId, suite.fullName], suite.errors())),
      ...unhandled.map((error) => line(['Vitest', error.VITEST_TEST_PATH, 'unhandled error'], [error])),
    ]
    const files = modules.map((module) => {
      const { duration, collectDuration, setupDuration, prepareDuration, environmentSetupDuration } =
        module.diagnostic()
      const ms = duration + collectDuration + setupDuration + prepareDuration + environmentSetupDuration
      return { file: module.relativeModuleId, ms }
    })
    const count = (state) => states.filter((one) => one === state).length
    const report = { passed: count('passed'), failed: count('failed'), failures, files }
    writeFileSync(process.env.MNEME_TEST_TIMES, JSON.stringify(report))
  }
}

/** The same of Playwright's JSON report. */
export function browserTimes({ stats, suites, errors }) {
  const files = suites.map((suite) => ({ file: `e2e/${suite.file}`, ms: msOf(suite) }))
  const failures = [
    ...suites.flatMap((suite) => failuresOf(suite)),
    ...errors.map((error) => line(['Playwright'], [error])),
  ]
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, failures, files }
}
function failuresOf({ file, specs = [], suites = [] }, names = [`e2e/${file}`]) {
  const bad = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ results }) =>
        line(
          [...names, title],
          results.flatMap(({ errors }) => errors),
        ),
      ),
  )
  return [...bad, ...suites.flatMap((suite) => failuresOf(suite, [...names, suite.title]))]
}
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)
const msOf = ({ specs = [], suites = [] }) =>
  sum(specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)))) +
  sum(suites.map(msOf))
