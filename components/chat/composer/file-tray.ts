/** Passes files from elsewhere on the page to the composer. */
export class FileTray {
  private composer: ((files: File[]) => void) | null = null

  /** The composer receives files until the returned function is called. */
  open(take: (files: File[]) => void) {
    this.composer = take
    return () => {
      if (this.composer === take) this.composer = null
    }
  }

  /** Adds files to the next message; false when there is no composer on the page. */
  give(files: File[]): boolean {
    this.composer?.(files)
    return this.composer !== null
  }
}
