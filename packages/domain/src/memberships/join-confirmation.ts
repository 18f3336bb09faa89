/** One part of the final confirmation (最終確認) before a member applies for a membership. */
export interface ConfirmationSection {
  readonly heading: string;
  readonly lines: readonly string[];
}
