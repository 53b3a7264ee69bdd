"""Thin runners: python -m experiments.NAME key=value …"""
