type Ask<R> = (question: string, signal: AbortSignal) => Promise<R>

/** One query at a time, then the latest that arrived meanwhile; aborted for it after `patienceMs`. */
export class LatestOnly<R> {
  private running: { question: string; controller: AbortController; since: number } | null = null
  private wanted: string | null = null

  constructor(
    private readonly ask: Ask<R>,
    private readonly onAnswer: (question: string, answer: R) => void,
    private readonly patienceMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** null = stop. */
  want(question: string | null) {
    this.wanted = question
    const { running } = this
    if (running && (question === null || this.now() - running.since > this.patienceMs)) this.callOff()
    if (!this.running && question !== null) this.start(question)
  }

  private callOff() {
    this.running?.controller.abort()
    this.running = null
  }

  private start(question: string) {
    const mine = { question, controller: new AbortController(), since: this.now() }
    this.running = mine
    this.wanted = null
    void this.ask(question, mine.controller.signal).then((answer) => {
      if (this.running !== mine) return
      this.running = null
      this.onAnswer(question, answer)
      if (this.wanted !== null && this.wanted !== question) this.start(this.wanted)
    })
  }
}
