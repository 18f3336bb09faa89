import { findStaffTextError, type StaffTextRule } from '@tanren/domain/staff/staff-texts';

/** Explains what is wrong with a text of staff, or returns `null` if nothing is. */
export function explainStaffText(what: string, text: string, rule: StaffTextRule): string | null {
  switch (findStaffTextError(text, rule)) {
    case 'empty':
      return `${what}を入力してください`;
    case 'too_long':
      return `${what}は${rule.max}文字以内で入力してください`;
    case 'unreadable':
      return `${what}に使用できない文字が含まれています`;
    case null:
      return null;
  }
}
