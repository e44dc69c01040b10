// Loaded into the server that is measured (node --import): once a second, and after a garbage collection on
// SIGUSR2, one line of JSON with its memory in bytes and its event loop's delay in milliseconds.
import { appendFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import v8 from 'node:v8'
import vm from 'node:vm'

const file = process.env.MNEME_BENCH_MONITOR
if (file && process.argv.some((argument) => argument.includes('next'))) {
  v8.setFlagsFromString('--expose-gc')
  const collect = vm.runInNewContext('gc')
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const note = (kind) => {
    const { rss, heapUsed } = process.memoryUsage()
    const { user, system } = process.cpuUsage()
    // The histogram counts its own resolution in.
    const lag = (ns) => Math.max(0, ns / 1e6 - 10)
    const line = {
      kind,
      at: Date.now(),
      rss,
      heapUsed,
      cpuMs: (user + system) / 1_000,
      lagP50: lag(delay.percentile(50)),
      lagP99: lag(delay.percentile(99)),
      lagMax: lag(delay.max),
    }
    appendFileSync(file, `${JSON.stringify(line)}\n`)
    delay.reset()
  }
  setInterval(() => note('tick'), 1_000).unref()
  // Twice: what has a finalizer is let go after the first.
  process.on('SIGUSR2', () => {
    collect()
    setTimeout(() => {
      collect()
      note('mark')
    }, 100)
  })
}
