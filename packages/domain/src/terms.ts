/** The terms every member must have agreed to; older agreements lead back to the page. */
export const requiredTermsVersion = 3;

export const termsDateLabel = '2024年12月03日(火)';
