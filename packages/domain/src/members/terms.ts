/**
 * Version of the terms that every member must have agreed to. Members with an older one must agree
 * again.
 */
export const requiredTermsVersion = 3;

export const termsDateLabel = '2024年12月03日(火)';
