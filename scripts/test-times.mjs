// What `npm test` reads of a run: counts, and how long each file took. The default export is a Vitest reporter.
import { writeFileSync } from 'node:fs'

export default class Times {
  onTestRunEnd(modules) {
    const states = modules.flatMap(({ children }) =>
      [...children.allTests()].map((test) => test.result().state),
    )
    const files = modules.map((module) => {
      const { duration, collectDuration, setupDuration, prepareDuration, environmentSetupDuration } =
        module.diagnostic()
      const ms = duration + collectDuration + setupDuration + prepareDuration + environmentSetupDuration
      return { file: module.relativeModuleId, ms }
    })
    const count = (state) => states.filter((one) => one === state).length
    const report = { passed: count('passed'), failed: count('failed'), files }
    writeFileSync(process.env.MNEME_TEST_TIMES, JSON.stringify(report))
  }
}

/** The same of Playwright's JSON report. */
export function browserTimes({ stats, suites }) {
  const files = suites.map((suite) => ({ file: `e2e/${suite.file}`, ms: msOf(suite) }))
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, files }
}
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)
const msOf = ({ specs = [], suites = [] }) =>
  sum(specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)))) +
  sum(suites.map(msOf))
