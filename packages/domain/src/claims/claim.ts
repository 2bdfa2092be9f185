/** A statement of the landing page about the product. docs/claims.md lists all of them. */
export interface Claim {
  /** The sentence or phrase that the page shows. */
  text: string
  /** Null while nothing shows that the claim is true; the page then leaves it out. */
  proof: Proof | null
}

export type Proof =
  | {
      kind: 'tests'
      /** 'path of the file › title of the test': they fail once the claim is no longer true. */
      tests: readonly string[]
      readMore: string
    }
  | {
      kind: 'figure'
      /** What measures the figure. */
      command: string
      document: string
      /** The part of the document that has the figure. */
      quote: string
      readMore: string
    }
  /** Only customers can prove it. The page marks it as a sample until their own figure replaces it. */
  | { kind: 'sample' }

/** A figure of the stats band. */
export interface Stat extends Claim {
  prefix?: string
  value: number
  suffix: string
  /** The installation decides the value. Without one the page leaves the figure out. */
  isOfInstallation?: 'trialDays'
}

/** A claim that tests show. `readMore` is the page of the product that tells a reader more. */
export const tested = (text: string, readMore: string, ...tests: string[]): Claim => ({
  text,
  proof: { kind: 'tests', tests, readMore },
})

export const measured = (
  text: string,
  readMore: string,
  { document, command, quote }: { document: string; command: string; quote: string },
): Claim => ({ text, proof: { kind: 'figure', command, document, quote, readMore } })

/** A claim that nothing proves yet: it is shown once a change replaces this by its proof. */
export const unproven = (text: string): Claim => ({ text, proof: null })

export const isShown = ({ proof }: Claim): boolean => proof !== null
export const isSample = ({ proof }: Claim): boolean => proof?.kind === 'sample'

/** The address of the page that tells more, or null for a sample. */
export const readMoreOf = ({ proof }: Claim): string | null =>
  proof && proof.kind !== 'sample' ? proof.readMore : null

/** '<100 ms' */
export const figureOf = ({ prefix = '', value, suffix }: Stat): string => prefix + value + suffix
