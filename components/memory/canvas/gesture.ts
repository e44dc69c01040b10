/** Without a movement for so long, a gesture has ended. */
const STILL_MS = 180

/** A drag or a turn of the wheel that moves the view, until it rests. */
export class Gesture {
  private still: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly onEnd: () => void) {}

  get isMoving() {
    return this.still !== undefined
  }

  moved() {
    clearTimeout(this.still)
    this.still = setTimeout(() => this.end(), STILL_MS)
  }

  end() {
    if (!this.isMoving) return
    this.forget()
    this.onEnd()
  }

  /** Ends it unseen, when the canvas closes. */
  forget() {
    clearTimeout(this.still)
    this.still = undefined
  }
}
